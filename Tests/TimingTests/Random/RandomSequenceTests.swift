import Testing
import Timing
import TimingTestSupport

@Suite struct RandomSequenceTests {
  private static let count = Seed.tries(1000)

  /// Commands; events without a decision among them; and moments at the ends of the timeline.
  enum Steps: UInt64, CaseIterable { case commands, hostile, far }

  @Test(arguments: Steps.allCases, 0..<4)
  func `steps are decided and folded as in the second implementation, and explanations add up`(
    _ kind: Steps, quarter: Int
  ) {
    for seed in 0..<Self.count where seed % 4 == quarter {
      run(
        seed: kind.rawValue << 32 + UInt64(seed),
        isHostile: kind == .hostile || kind == .far && seed % 8 > 3, isFar: kind == .far)
    }
  }

  @Test func `every refusal occurs, and most commands succeed`() throws {
    var outcomes: [String: Int] = [:]
    for seed in 0..<1000 as Range<UInt64> {
      var random = RandomSteps(seed: seed)
      var contest = Contest()
      for _ in 0..<24 {
        let step = random.next()
        if let event = try contest.take(step) { random.append(event, in: step.session) }
      }
      outcomes.merge(contest.outcomes, uniquingKeysWith: +)
    }
    let done = outcomes.removeValue(forKey: "done") ?? 0
    #expect(done > outcomes.values.reduce(0, +))
    #expect(
      outcomes.keys.sorted() == [
        "already_running", "before_last_event", "before_start", "counting_down", "discarded",
        "finished", "in_the_future", "needs_label", "no_course", "no_label", "no_such_event",
        "no_such_lap", "no_such_segment", "no_such_tag", "not_ready", "not_removable",
        "not_running",
        "not_running_then", "not_stopped", "nothing_to_redo", "nothing_to_undo", "out_of_order",
      ], "\(outcomes), done: \(done)")
  }

  private func run(seed: UInt64, isHostile: Bool, isFar: Bool) {
    var random = RandomSteps(seed: seed, isHostile: isHostile, isFar: isFar)
    var contest = Contest()
    var steps: [RandomStep] = []
    do {
      for _ in 0..<24 {
        steps.append(random.next())
        if let event = try contest.take(steps[steps.count - 1]) {
          random.append(event, in: steps[steps.count - 1].session)
        }
      }
      try contest.checkFolds()
    } catch {
      let least = shrunk(steps) ?? (steps, error)
      let list = least.steps.map(\.description).joined(separator: "\n")
      Issue.record("seed \(seed), hostile \(isHostile): \(least.disagreement)\n\(list)")
    }
  }
}
