import Testing
import Timing
import TimingTestSupport

/// In any history, explanations add up to the numbers of the fold.
@Suite struct RandomExplanationTests {
  private static let count = Seed.tries(1000)

  @Test(arguments: [false, true], 0..<4)
  func `every lap, timestamp and running time adds up`(isHostile: Bool, quarter: Int) {
    for seed in 0..<Self.count where seed % 4 == quarter {
      let isFar = isHostile && seed % 8 > 3
      run(
        RandomSteps(
          seed: (isHostile ? 1 << 34 : 0) + UInt64(seed), isHostile: isHostile, isFar: isFar),
        "seed \(seed), hostile \(isHostile), far \(isFar)")
    }
  }

  private func run(_ random: RandomSteps, _ name: String) {
    var random = random
    var contest = Contest()
    var sessions: [Int: Session] = [:]
    var steps: [RandomStep] = []
    do throws(Disagreement) {
      for _ in 0..<24 {
        let step = random.next()
        steps.append(step)
        if let event = try contest.take(step) {
          random.append(event, in: step.session)
          sessions[step.session, default: Session()].apply(event)
        }
        guard steps.count % 4 == 0 else { continue }
        for session in sessions.values {
          try addUpExplanations(of: session, at: step.time.reading)
        }
      }
    } catch {
      Issue.record("\(name): \(error)\n\(steps.map(\.description).joined(separator: "\n"))")
    }
  }
}
