package import Signals
import Timing
import Text

/// A past session on a live screen: the same frames, fed from a tape.
package final class Player {
  /// The frames to be shown.
  package private(set) var frames = Signal<Frame>.never
  /// The user's wish to leave.
  package var quits: Signal<Void> { quitting.signal }

  private let tape: Tape
  private let scheduler: any Scheduler
  private let board: Relay<Board>
  private let desk = Relay(Desk())
  private let quitting = Subject<Void>()
  private var transport: Transport
  private var played = 0
  private var scrollLimit = 0
  private var alarm: Subscription?
  private var keys: Subscription?

  /// What the clocks say on an empty tape.
  private static let noReading = Reading(
    clock: ClockID(rawValue: 0), ticks: .zero, recordedAt: Moment(nanosecondsSince1970: 0))

  /// A player at a position, playing.
  ///
  /// - Parameters:
  ///   - tape: what is played; at least one event.
  ///   - number: the number of the session.
  ///   - range: the positions from which it plays, and at which it pauses.
  ///   - speed: how fast.
  ///   - presses: the keyboard.
  ///   - sizes: the size of the screen now, and whenever it changes.
  ///   - look: what the terminal can show.
  ///   - scheduler: whose alarms wake it.
  package init(
    _ tape: Tape, number: Int, range: ClosedRange<Duration>, speed: Speed,
    presses: Signal<KeyPress>, sizes: Signal<Size>, look: Look, on scheduler: any Scheduler
  ) {
    self.tape = tape
    self.scheduler = scheduler
    board = Relay(Board(number: number))
    transport = Transport(
      position: range.lowerBound, end: range.upperBound, length: tape.length, speed: speed,
      now: scheduler.now)
    frames =
      board.signal.combineLatest(desk.signal).map { board, desk in
        var scene = Scene(board)
        scene.desk = desk
        return scene
      }
      .combineLatest(sizes)
      .frames(
        look: look,
        now: { [unowned self] in
          tape.reading(at: transport.position(at: scheduler.now))
            ?? Player.noReading
        },
        on: scheduler,
        pace: { [unowned self] in transport.isPaused ? 0 : transport.speed.factor },
        fresh: { [unowned self] in fresh($0) }
      )
      .map { [unowned self] frame in
        scrollLimit = frame.scrollLimit
        return frame
      }
    keys = presses.subscribe { [unowned self] in take($0.key) }
    goOn()
  }

  /// The scene with its position as of now.
  private func fresh(_ scene: Scene) -> Scene {
    var scene = scene
    scene.replay = ReplayView(
      position: transport.position(at: scheduler.now), length: tape.length, event: played,
      events: tape.marks.count, speed: transport.speed, isPaused: transport.isPaused)
    return scene
  }

  private func take(_ key: Key) {
    let now = scheduler.now
    switch key {
    case .paste: return
    case _ where desk.value.mode == .help: return change { $0.takeInHelp(key) }
    case .character("q"): return quitting.send(())
    case .character("?"): return change { $0.openHelp() }
    case .up, .down, .pageUp, .pageDown: return change { $0.scroll(key) }
    case .character(" "): transport.playOrPause(at: now)
    case .character("+"), .character("="): transport.setSpeed(transport.speed.faster, at: now)
    case .character("-"): transport.setSpeed(transport.speed.slower, at: now)
    case .character("["), .shiftLeft: transport.move(by: .seconds(-10), at: now)
    case .character("]"), .shiftRight: transport.move(by: .seconds(10), at: now)
    case .home: transport.move(to: .zero, at: now)
    case .end: transport.move(to: tape.length, at: now)
    case .left: transport.move(to: eventBefore(now), at: now)
    case .right:
      let next = played < tape.marks.count ? tape.marks[played].at : tape.length
      transport.move(to: next, at: now)
    default: return
    }
    goOn()
  }

  /// Changes the desk as it is seen: what is scrolled beyond the last line is not.
  private func change(_ edit: (inout Desk) -> Void) {
    var newDesk = desk.value
    newDesk.holdScroll(within: scrollLimit)
    edit(&newDesk)
    desk.value = newDesk
  }

  /// Where the newest event was, or the one before it, if that was only just now.
  private func eventBefore(_ now: Duration) -> Duration {
    let position = transport.position(at: now)
    let grace = transport.isPaused ? .zero : Duration.seconds(1) * transport.speed.factor
    let before = tape.marks.prefix(played).last { $0.at + grace < position }
    return before?.at ?? .zero
  }

  /// Plays what is due, and sets the alarm for what comes next.
  private func goOn() {
    let now = scheduler.now
    transport.stopAtEnd(at: now)
    show(tape.count(at: transport.position(at: now)))
    alarm = nil
    guard !transport.isPaused else { return }
    let next = played < tape.marks.count ? tape.marks[played].at : tape.length
    let moment = transport.moment(of: min(next, transport.end))
    // What happened faster than frames are shown is taken in together.
    let earliest = transport.speed.factor > 1 ? now + Frame.shortestWait : now
    alarm = scheduler.schedule(at: max(moment, earliest)) { [unowned self] in goOn() }
  }

  /// Shows the session as it was after so many events.
  private func show(_ count: Int) {
    let known = count < played ? Board(number: board.value.number) : board.value
    let first = count < played ? 0 : played
    played = count
    board.value = known.adding(tape.marks[first..<count].map(\.event))
  }
}
