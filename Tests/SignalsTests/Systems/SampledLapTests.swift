import Signals
import Testing
import Timing
import TimingTestSupport
import Text

/// Live and replay agree: the time sampled at the press of a lap equals that of the fold.
struct SampledLapTests {
  /// The state of a clock: the running time at a moment, and whether it runs.
  private struct ClockState {
    var isRunning = false
    var runningTime = Duration.zero
    var moment = Duration.zero
  }

  /// The running time in tenths, which ticks while the clock runs.
  private func tenths(_ state: ClockState, on scheduler: VirtualScheduler) -> Signal<Int> {
    let tenth = Duration.milliseconds(100)
    let shown = Int(state.runningTime.nanoseconds / tenth.nanoseconds)
    guard state.isRunning else { return .never.prepend(shown) }
    return .interval(tenth, from: state.moment - state.runningTime, on: scheduler).prepend(shown)
  }

  @Test func `in random sessions, the sampled lap times equal those of the fold`() throws {
    for _ in 0..<200 {
      var seed = Seed()
      let label = "\(seed)"
      let scheduler = VirtualScheduler()
      var track = Track()
      let (state, presses) = (Subject<ClockState>(), Subject<Void>())
      let clock = state.signal.map { tenths($0, on: scheduler) }.switchToLatest()
      var live: [String] = []
      let screen = clock.map { StopwatchLabel().text(of: .milliseconds(100) * $0) }
        .sample(on: presses.signal)
        .subscribe { live.append($0) }

      try track.perform(.start(.init()))
      state.send(ClockState(isRunning: true))
      for _ in 0..<60 {
        // Many spans are whole tenths, so that presses are also at the moments of ticks.
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
        state.send(
          ClockState(isRunning: isRunning, runningTime: runningTime, moment: scheduler.now))
      }

      let replayed = track.events.reduce(into: Session()) { $0.apply($1) }.laps
      #expect(!live.isEmpty)
      #expect(live == replayed.map { StopwatchLabel().text(of: $0.split) }, "\(label)")
      screen.cancel()
      #expect(scheduler.next == nil)
    }
  }
}
