import Live
import Racing
import Signals
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

/// A screen in virtual time with a subject as its keyboard.
class ScreenRig {
  let scheduler = VirtualScheduler()
  let keyboard = Subject<KeyPress>()
  private(set) var screen: Screen?
  var frames: [Frame] = []
  private(set) var hasQuit = false
  private(set) var rings = 0
  private(set) var yields = 0
  private var subscriptions: [Subscription] = []

  /// Shows a mode, and keeps the frames.
  func show(_ mode: any ScreenMode, sizes: Signal<ScreenSize>, keyMap: KeyMap = KeyMap()) {
    let screen = Screen(mode, presses: keyboard.signal, sizes: sizes, keyMap: keyMap, on: scheduler)
    self.screen = screen
    subscriptions = [
      screen.frames.subscribe { [unowned self] in frames.append($0) },
      screen.quits.subscribe { [unowned self] in hasQuit = true },
      screen.frames.finishes.subscribe { [unowned self] in rings += 1 },
      screen.yields.subscribe { [unowned self] in yields += 1 },
    ]
  }

  /// The clocks of a key.
  var reading: Reading {
    Reading(clock: ClockID(rawValue: 0), ticks: .zero, recordedAt: Moment(nanosecondsSince1970: 0))
  }

  func pass(_ span: Duration) { scheduler.advance(by: span) }

  func press(_ keys: Key...) { for key in keys { keyboard.send(KeyPress(key, at: reading)) } }

  /// Types a text, in which a line feed is Enter, if given after a time, and expects a message or a
  /// footer.
  func type(
    _ text: String, after span: Duration? = nil, message: String? = nil, footer: String? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    if let span { pass(span) }
    for character in text { press(character == "\n" ? .enter : .character(character)) }
    if let message { #expect(self.message == message, sourceLocation: location) }
    if let footer { #expect(self.footer == footer, sourceLocation: location) }
  }

  var rows: [String] { frames.last?.rows.map(\.text) ?? [] }
  /// The row that is chosen; empty without one.
  var chosen: String { rows.first { $0.hasPrefix("▸") } ?? "" }
  /// The row above the footer.
  var message: String { rows.dropLast().last ?? "" }
  var footer: String { rows.last ?? "" }
}

/// A live screen in virtual time, with a session in memory and a subject as its keyboard.
final class LiveRig: ScreenRig {
  var track: Track
  let board: Relay<SessionBoard>
  let size = Relay(ScreenSize(columns: 60, rows: 8))
  let clockSteps = Subject<Void>()
  /// The sessions that the screen showed earlier.
  var past: [Track] = []
  /// The note of every command that succeeds.
  var note: String?
  /// The refusal of every command, if set.
  var refusal: String?
  /// The reason why the log records nothing, if set.
  var fault: String?
  /// Appends the events of other processes that arrive together with the event of a key.
  var afterAppend: ((inout Track) -> Void)?

  static func ready(_ track: inout Track) throws {
    try track.perform(.start(Event.Start()))
    try track.perform(.undo)
  }

  init(
    holdOff: Duration? = nil, countdown: Duration = SessionMode.defaultCountdown,
    keyMap: KeyMap = KeyMap(), number: Int? = 1,
    _ begin: (inout Track) throws -> Void = { try $0.perform(.start(Event.Start())) }
  ) rethrows {
    var begun = Track()
    try begin(&begun)
    track = begun
    board = Relay(SessionBoard(number: number, session: track.session))
    super.init()
    let mode = SessionMode(
      ScreenLog(
        boards: board.signal,
        append: { [unowned self] key, _ in
          if let fault { return .waiting(fault) }
          if let refusal { return .refused(refusal) }
          var number = board.value.number
          if key.isForNewSession {
            number = (number ?? 0) + 1
            past.append(track)
            let machine = track.machine
            track = Track()
            track.machine = machine
          }
          let event: Event
          do throws(Refusal) {
            event = try track.perform(key.command, { .after(key.delay, $0) }, reading: key.reading)
          } catch { return .refused("refused: \(error.kind)") }
          afterAppend?(&track)
          var next = SessionBoard(number: number, session: track.session)
          next.course = board.value.course
          board.value = next
          return .appended(event.id, note: note)
        },
        now: { [unowned self] in track.machine.reading }, clockSteps: clockSteps.signal),
      holdOffEnd: holdOff.map { track.machine.reading.ticks + $0 }, countdown: countdown)
    show(mode, sizes: size.signal, keyMap: keyMap)
  }

  override func pass(_ span: Duration) {
    let end = scheduler.now + span
    while let next = scheduler.next, next <= end {
      track.pass(next - scheduler.now)
      scheduler.advance(to: next)
    }
    track.pass(end - scheduler.now)
    scheduler.advance(to: end)
  }

  /// Advances the clocks as during suspend; due alarms run at the end.
  func sleep(_ span: Duration) {
    track.pass(span)
    scheduler.oversleep(to: scheduler.now + span)
  }

  /// Appends a command of another process, unless it is refused.
  func append(_ command: Command) {
    guard let event = try? track.perform(command) else { return }
    board.value = board.value.adding([event])
  }

  override var reading: Reading { track.machine.reading }
  var kinds: [Event.Kind] { track.events.map(\.kind) }
}

/// A replay in virtual time, with a subject as its keyboard.
final class ReplayRig: ScreenRig {
  let tape: Tape

  init(
    _ track: Track, columns: Int = 70, rows: Int = 8, speed: ReplaySpeed = .normal,
    course: CourseComparison? = nil, joined: [Tape.JoinedEvent] = []
  ) {
    tape = Tape(track.events, joined: joined)
    super.init()
    let mode = ReplayMode(
      tape, number: 1, course: course, range: .zero...tape.length, speed: speed, on: scheduler)
    show(mode, sizes: .of(ScreenSize(columns: columns, rows: rows)))
  }

  func row(_ number: Int) -> String { frames.last?.rows[number].text ?? "" }
  var position: String { row(6).drop { $0 != " " }.trimmingPrefix("  ").description }

  /// Presses keys, and expects the position after them.
  func press(_ keys: Key..., position: String, _ location: SourceLocation = #_sourceLocation) {
    for key in keys { press(key) }
    #expect(self.position == position, sourceLocation: location)
  }
}
