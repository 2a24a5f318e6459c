package import Racing
package import Signals
package import Timing
package import Text

/// A past session on the live screen, played from a tape.
package final class ReplayScreen {
  /// The frames to be shown.
  package let frames: Signal<Frame>
  /// An element when the user quits.
  package var quits: Signal<Void> { quitSubject.signal }

  private let quitSubject = Subject<Void>()
  private var keys: Subscription?

  /// Creates a screen that starts playing a tape of at least one event at once.
  ///
  /// It starts at the beginning of the range, and pauses at its end. `sizes` has the size of the
  /// screen now, then each new one.
  package init(
    _ tape: Tape, number: Int, course: CourseComparison? = nil, range: ClosedRange<Duration>,
    speed: ReplaySpeed, times: StopwatchLabel = StopwatchLabel(), presses: Signal<KeyPress>,
    sizes: Signal<ScreenSize>, charset: Charset = .utf8, on scheduler: any Scheduler
  ) {
    let transport = Transport(
      range, of: tape.length, speed: speed.onScreen, now: scheduler.now)
    let input = Relay(Input(transport: transport))
    let memo = BoardMemo()
    let beginning = SessionBoard.beginning(of: tape, number: number, times: times)
    frames = input.signal
      .map { input in
        Signal<(input: Input, count: Int)>.lasting(on: scheduler) {
          let now = scheduler.now
          let count = tape.count(at: input.transport.position(at: now))
          return ((input, count), tape.delay(after: count, input.transport, at: now))
        }
      }
      .switchToLatest()
      .scan((input: input.value, count: 0, board: beginning)) { known, next in
        let played = next.count < known.count ? (0, beginning) : (known.count, known.board)
        var board = played.1
        if next.count > played.0 { board = board.adding(tape.entries[played.0..<next.count]) }
        if board.course != course { board.course = course }
        return (next.input, next.count, board)
      }
      .combineLatest(sizes)
      .frames(on: scheduler) { known, size in
        let (now, transport) = (scheduler.now, known.input.transport)
        let position = transport.position(at: now)
        let isPaused = transport.isPaused(at: now)
        var scene = Scene(known.board)
        scene.mode = known.input.mode
        scene.replay = Scene.Replay(
          position: position, length: tape.length,
          event: known.count,
          events: tape.entries.count, speed: transport.speed, isPaused: isPaused)
        let reading = tape.reading(at: position) ?? Self.emptyReading
        // Moments that were stated later are shown as they were, not as of the newest event.
        scene.runners = memo.board(
          of: known.board, atPlace: known.board.session.summary.place(of: reading))
        let frame = Frame(scene, at: reading, size: size, charset: charset)
        return (frame, speed: isPaused ? 0 : transport.speed.factor)
      }
      .share(replay: 1)
    keys = presses.withLatest(from: frames).subscribe { [unowned self] press, frame in
      var next = input.value
      let action = next.handle(
        press.key, tape, scrollLimit: frame.scrollLimit, at: scheduler.now)
      if next != input.value { input.value = next }
      if action == .quit { quitSubject.send(()) }
    }
  }

  /// The clocks of an empty tape.
  private static let emptyReading = Reading(
    clock: ClockID(rawValue: 0), ticks: .zero, recordedAt: Moment(nanosecondsSince1970: 0))
}

/// The user's input so far.
private struct Input: Hashable {
  var transport: Transport
  var mode = ScreenMode()

  init(transport: Transport) { self.transport = transport }

  enum Action { case none, quit }

  mutating func handle(
    _ key: Key, _ tape: Tape, scrollLimit: Int, at now: Duration
  ) -> Action {
    mode.limitScroll(to: scrollLimit)
    switch key {
    case .paste: break
    case _ where mode.page == .help: mode.handleOnHelpPage(key)
    case .character("q"): return .quit
    case .character("?"): mode.openHelp()
    case .up, .down, .pageUp, .pageDown: mode.scroll(key)
    case .character(" "): transport.togglePause(at: now)
    case .character("+"), .character("="): transport.setSpeed(transport.speed.faster, at: now)
    case .character("-"): transport.setSpeed(transport.speed.slower, at: now)
    case .character("["), .shiftLeft: transport.move(by: .seconds(-10), at: now)
    case .character("]"), .shiftRight: transport.move(by: .seconds(10), at: now)
    case .home: transport.move(to: .zero, at: now)
    case .end: transport.move(to: tape.length, at: now)
    case .left: transport.move(to: previousEvent(on: tape, at: now), at: now)
    case .right:
      let count = tape.count(at: transport.position(at: now))
      transport.move(to: tape.position(ofEvent: count), at: now)
    default: break
    }
    return .none
  }

  /// The position of the newest event, or of the one before it if that was less than a second ago.
  private func previousEvent(on tape: Tape, at now: Duration) -> Duration {
    let position = transport.position(at: now)
    let grace =
      transport.isPaused(at: now) ? .zero : Duration.seconds(1) * transport.speed.factor
    let played = tape.entries.prefix(tape.count(at: position))
    return played.last { $0.position + grace < position }?.position ?? .zero
  }
}

extension Tape {
  /// The position of an event by its index; the end of the tape after the last.
  fileprivate func position(ofEvent index: Int) -> Duration {
    index < entries.count ? entries[index].position : length
  }

  /// The time until the event after the first `count` is played; nil while paused.
  fileprivate func delay(after count: Int, _ transport: Transport, at now: Duration) -> Duration? {
    guard !transport.isPaused(at: now) else { return nil }
    let moment = transport.moment(of: min(position(ofEvent: count), transport.end))
    // Events that follow each other faster than frames are shown together.
    let shortest = transport.speed.factor > 1 ? Frame.shortestInterval : .nanoseconds(1)
    return max(moment - now, shortest)
  }
}
