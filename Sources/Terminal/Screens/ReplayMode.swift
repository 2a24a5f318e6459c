package import Live
package import Racing
package import Signals
package import Text
package import Timing

/// A past session, played from a tape.
package final class ReplayMode: ScreenMode {
  package let scenes: Signal<Scene>
  package let clockSteps = Signal<Void>.never

  private let tape: Tape
  private let scheduler: any Scheduler
  private let transport: Relay<Transport>
  private var memo = RaceBoard()

  /// Plays a tape of at least one event at once, from the beginning of the range; it pauses at its
  /// end.
  package init(
    _ tape: Tape, number: Int, course: CourseComparison? = nil, range: ClosedRange<Duration>,
    speed: ReplaySpeed, times: StopwatchLabel = StopwatchLabel(), on scheduler: any Scheduler
  ) {
    self.tape = tape
    self.scheduler = scheduler
    let transport = Relay(
      Transport(range, of: tape.length, speed: speed.onScreen, now: scheduler.now))
    self.transport = transport
    let beginning = SessionBoard.beginning(of: tape, number: number, times: times)
    scenes = transport.signal
      .map { transport in
        Signal<Int>.lasting(on: scheduler) {
          let now = scheduler.now
          let count = tape.count(at: transport.position(at: now))
          return (count, tape.delay(after: count, transport, at: now))
        }
      }
      .switchToLatest()
      .scan((count: 0, board: beginning)) { known, count in
        let played = count < known.count ? (0, beginning) : known
        var board = played.1
        if count > played.0 { board = board.adding(tape.entries[played.0..<count]) }
        if board.course != course { board.course = course }
        return (count, board)
      }
      .map { known in
        var scene = Scene(known.board)
        scene.replay = Scene.Replay(
          position: .zero, length: tape.length, event: known.count, events: tape.entries.count,
          speed: .normal, isPaused: false)
        return scene
      }
  }

  package func clocks() -> (now: Reading, speed: Double) {
    let (now, transport) = (scheduler.now, transport.value)
    let reading = tape.reading(at: transport.position(at: now)) ?? Self.emptyReading
    return (reading, transport.isPaused(at: now) ? 0 : transport.speed.factor)
  }

  package func update(_ scene: inout Scene, at now: Reading) {
    let (time, transport) = (scheduler.now, transport.value)
    scene.replay?.position = transport.position(at: time)
    scene.replay?.speed = transport.speed
    scene.replay?.isPaused = transport.isPaused(at: time)
    // Moments that were stated later are shown as they were, not as of the newest event.
    let place = scene.board.session.summary.place(of: now)
    scene.runners = scene.board.race.flatMap { memo.board(of: $0, atPlace: place) }
  }

  package func play(_ step: (inout Transport, Tape, Duration) -> Void) {
    var next = transport.value
    step(&next, tape, scheduler.now)
    if next != transport.value { transport.value = next }
  }

  /// The clocks of an empty tape.
  private static let emptyReading = Reading(
    clock: ClockID(rawValue: 0), ticks: .zero, recordedAt: Moment(nanosecondsSince1970: 0))
}

extension Tape {
  /// The time until the event after the first `count` is played; nil while paused.
  fileprivate func delay(after count: Int, _ transport: Transport, at now: Duration) -> Duration? {
    guard !transport.isPaused(at: now) else { return nil }
    let moment = transport.moment(of: min(position(ofEvent: count), transport.end))
    // Events that follow each other faster than frames are shown together.
    let shortest = transport.speed.factor > 1 ? Frame.shortestInterval : .nanoseconds(1)
    return max(moment - now, shortest)
  }
}
