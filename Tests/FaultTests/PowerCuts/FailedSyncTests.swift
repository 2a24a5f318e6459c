import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

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
      unsettled = nil
      try record()
      disk.journal?.promise(runner.answered)
      // Each call that a lap makes fails once; those that are syncs are of interest here.
      disk.trouble = Trouble(.broken, at: number, lasts: false, only: .sync)
      number += 1
      let outcome = attemptLap()
      guard disk.trouble?.struck != nil else { break }
      disk.trouble = nil
      if let outcome { outcomes[outcome, default: 0] += 1 }
      try train(2, on: open())
      let blackout = try blackout()
      images += blackout.images
      losses += blackout.losses
      #expect(blackout.flaws.count == 0, "\(seed), sync \(number - 1): \(blackout.words)")
    }
    #expect(number > 2)
    // A commit whose sync failed is looked up, and nobody is left in doubt.
    #expect(outcomes[.saved, default: 0] + outcomes[.notSaved, default: 0] > 0)
    #expect(outcomes[.unknown] == nil)
    print(
      """
      power cuts, after failed syncs: \(images) images, \(losses) with losses, \
      \(outcomes[.saved, default: 0]) laps saved all the same, \
      \(outcomes[.notSaved, default: 0]) not saved, \(seed)
      """)
  }

  /// - Returns: what became of it, if it failed; else nil.
  private mutating func attemptLap() -> CommitOutcome? {
    do {
      try runner.perform(.lap(label: "x"), of: .named("Tempo run"), on: open())
      disk.journal?.promise(runner.answered)
      return nil
    } catch LogError.commitFailed(let outcome, _) {
      // Until that was said, it might have been.
      unsettled = runner.asked.last.map { ($0, runner.answered) }
      switch outcome {
      case .saved:
        runner.settle()
        disk.journal?.promise(runner.answered)
      case .notSaved: runner.withdraw()
      case .unknown: break
      }
      return outcome
    } catch {
      runner.withdraw()
      return nil
    }
  }
}
