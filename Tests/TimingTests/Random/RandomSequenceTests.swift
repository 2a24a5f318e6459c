import Testing
import TimingTestSupport

@Suite struct RandomSequenceTests {
  private static let count = Seed.tries(400)

  /// Events without a decision among the commands, and moments at the ends of the timeline.
  enum Steps: UInt64, CaseIterable { case hostile = 1, far }

  @Test(arguments: Steps.allCases, 0..<4)
  func `both implementations agree, and explanations add up`(kind: Steps, quarter: Int) {
    for seed in 0..<Self.count where seed % 4 == quarter {
      run(
        seed: kind.rawValue << 32 + UInt64(seed),
        isHostile: kind == .hostile || seed % 8 > 3, isFar: kind == .far)
    }
  }

  @Test func `so they do on commands alone: every refusal occurs, and most commands succeed`() {
    var outcomes: [String: Int] = [:]
    for seed in 0..<UInt64(max(1000, Self.count)) {
      outcomes.merge(run(seed: seed, isHostile: false, isFar: false), uniquingKeysWith: +)
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

  /// Returns the number of decisions by the kind of refusal, or `done`.
  @discardableResult private func run(seed: UInt64, isHostile: Bool, isFar: Bool) -> [String: Int] {
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
      let list = steps.map(\.description).joined(separator: "\n")
      Issue.record("seed \(seed), hostile \(isHostile): \(error)\n\(list)")
    }
    return contest.outcomes
  }
}
