import Signals
import Testing
import Timing
import TimingTestSupport
import Text

/// Live and replay are one: what `sample` gave when the lap was pressed equals what the fold gives
/// from the log.
struct SampledLapTests {
  /// What the screen of a session needs to let its clock run: when, and from which running time.
  private struct Stand {
    var isRunning = false
    var runningTime = Duration.zero
    var moment = Duration.zero
  }

  /// The running time's tenths, ticking while the clock runs, standing while it stands.
  private func tenths(_ stand: Stand, on scheduler: VirtualScheduler) -> Signal<Int> {
    let tenth = Duration.milliseconds(100)
    let shown = Int(stand.runningTime.nanoseconds / tenth.nanoseconds)
    guard stand.isRunning else { return .never.prepend(shown) }
    return .interval(tenth, from: stand.moment - stand.runningTime, on: scheduler).prepend(shown)
  }

  @Test func `a lap's sampled time is the fold's, for random sessions`() throws {
    for _ in 0..<200 {
      var seed = Seed()
      let label = "\(seed)"
      let scheduler = VirtualScheduler()
      var track = Track()
      let (stand, presses) = (Subject<Stand>(), Subject<Void>())
      let clock = stand.signal.map { tenths($0, on: scheduler) }.switchToLatest()
      var live: [String] = []
      let screen = clock.map { StopwatchLabel().text(of: .milliseconds(100) * $0) }
        .sample(on: presses.signal)
        .subscribe { live.append($0) }

      try track.perform(.start(.init()))
      stand.send(Stand(isRunning: true))
      for _ in 0..<60 {
        // Whole tenths often, so that presses also fall on ticks.
        let span: Duration =
          Bool.random(using: &seed)
          ? .milliseconds(100) * Int.random(in: 0...30, using: &seed)
          : .nanoseconds(Int.random(in: 0...3_000_000_000, using: &seed))
        track.pass(span)
        scheduler.advance(by: span)
        switch (track.phase, Int.random(in: 0..<6, using: &seed)) {
        case (.running, 0): try track.perform(.stop)
        case (.stopped, _): try track.perform(.resume)
        default:
          try track.perform(.lap(label: nil))
          presses.send(())
          continue
        }
        let runningTime = try #require(track.runningTime)
        let isRunning = track.phase == .running
        stand.send(Stand(isRunning: isRunning, runningTime: runningTime, moment: scheduler.now))
      }

      let replayed = track.events.fold(into: Session()).laps
      #expect(!live.isEmpty)
      #expect(live == replayed.map { StopwatchLabel().text(of: $0.split) }, "\(label)")
      screen.cancel()
      #expect(scheduler.next == nil)
    }
  }
}
