import Foundation
import Testing
import Timing
import TimingTestSupport

/// Whatever is tried in whatever order, the fold answers like the naive one; ask for more
/// sequences by `LAPTIMER_TEST_SEEDS`.
@Suite struct RandomSequenceTests {
  private static let count =
    ProcessInfo.processInfo.environment["LAPTIMER_TEST_SEEDS"].flatMap { Int($0) } ?? 1000

  @Test(arguments: 0..<4)
  func `commands are decided and folded as the definition says`(quarter: Int) {
    for seed in 0..<Self.count where seed % 4 == quarter {
      run(seed: UInt64(seed), isHostile: false)
    }
  }

  @Test(arguments: 0..<4)
  func `events that no decision let in are folded as the definition says`(quarter: Int) {
    for seed in 0..<Self.count where seed % 4 == quarter {
      run(seed: 1 << 32 + UInt64(seed), isHostile: true)
    }
  }

  private func run(seed: UInt64, isHostile: Bool) {
    var random = RandomSteps(seed: seed, isHostile: isHostile)
    var contest = Contest()
    var steps: [RandomStep] = []
    do {
      for _ in 0..<24 {
        steps.append(random.next())
        if let event = try contest.take(steps[steps.count - 1]) {
          random.took(event, in: steps[steps.count - 1].session)
        }
      }
      try contest.checkScans()
    } catch {
      let least = shrunk(steps) ?? (steps, error)
      let list = least.steps.map(\.description).joined(separator: "\n")
      Issue.record("seed \(seed), hostile \(isHostile): \(least.disagreement)\n\(list)")
    }
  }
}
