import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog

extension PowerCutTests {
  @Test mutating func `a failed sync loses no event acknowledged afterwards`() throws {
    try train(3, on: open())
    let before = try Image(of: scratch.path)
    let base = runner
    var images = 0
    var losses = 0
    var number = 1
    var outcomes: [CommitOutcome: Int] = [:]
    while true {
      scratch.empty()
      try before.write(to: scratch.path, from: scratch.path)
      runner = base
      uncertain = nil
      try startJournal()
      disk.journal?.acknowledge(runner.answered)
      // Each sync of a lap fails once.
      disk.fault = DiskFault(.broken, at: number, persists: false, only: .sync)
      number += 1
      let outcome = attemptLap()
      guard disk.fault?.failedCall != nil else { break }
      disk.fault = nil
      if let outcome { outcomes[outcome, default: 0] += 1 }
      try train(2, on: open())
      let simulation = try cutPower()
      images += simulation.images
      losses += simulation.losses
      #expect(simulation.flaws.count == 0, "\(seed), sync \(number - 1): \(simulation.flawSummary)")
    }
    #expect(number > 2)
    // The log looks up the event after a failed sync, so that the outcome is known.
    #expect(outcomes[.saved, default: 0] + outcomes[.notSaved, default: 0] > 0)
    #expect(outcomes[.unknown] == nil)
    print(
      """
      power cuts, after failed syncs: \(images) images, \(losses) with losses, \
      \(outcomes[.saved, default: 0]) laps saved, \
      \(outcomes[.notSaved, default: 0]) not saved, \(seed)
      """)
  }

  /// - Returns: the outcome of a failed commit; nil otherwise.
  private mutating func attemptLap() -> CommitOutcome? {
    do {
      try runner.perform(.lap(label: "x"), of: .named("Tempo run"), on: open())
      disk.journal?.acknowledge(runner.answered)
      return nil
    } catch LogError.commitFailed(let outcome, _) {
      // Before the report, the event may or may not be durable.
      uncertain = runner.requested.last.map { ($0, runner.answered) }
      switch outcome {
      case .saved:
        runner.countLastAsSaved()
        disk.journal?.acknowledge(runner.answered)
      case .notSaved: runner.removeLast()
      case .unknown: break
      }
      return outcome
    } catch {
      runner.removeLast()
      return nil
    }
  }
}
