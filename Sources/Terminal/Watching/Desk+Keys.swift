package import Timing

extension Desk {
  /// What a key asks for beyond the desk itself.
  package enum Action: Hashable, Sendable {
    case nothing
    case perform(Command, Reading)
    case startCountdown(Reading)
    case openForm
    case editForm(Key)
    case keepNames(Reading)
    case closeForm
    case quit
  }

  /// Takes a key on a live screen.
  ///
  /// - Parameters:
  ///   - press: the key, with what the clocks said.
  ///   - phase: what the session's clock does then: in a countdown nothing is taken but quit and
  ///     undo, and the presses of a stopwatch are asked for, to be refused.
  ///   - isHeldOff: whether presses are not taken yet: then nothing is but quit.
  /// - Returns: what is to be done.
  package mutating func take(_ press: KeyPress, in phase: Phase, isHeldOff: Bool) -> Action {
    if case .paste = press.key, !isTyping { return .nothing }
    switch mode {
    case .help:
      takeInHelp(press.key)
      return .nothing
    case .naming: return name(press)
    case .marking(let line, let reading): return mark(line, reading, press.key)
    case .watching: break
    }
    if press.key == .character("q") { return .quit }
    if isHeldOff { return .nothing }
    if press.key == .character("u") { return .perform(.undo, press.reading) }
    return Self.tap(press, in: phase) ?? (phase == .countdown ? .nothing : watch(press))
  }

  /// The press of a stopwatch that a key is, if it is one.
  ///
  /// The log decides whether it is allowed, as it does for the command line.
  private static func tap(_ press: KeyPress, in phase: Phase) -> Action? {
    switch press.key {
    case .character(" "): .perform(mainCommand(in: phase), press.reading)
    case .character("l"), .enter: .perform(.lap(label: nil), press.reading)
    case .character("c"): .startCountdown(press.reading)
    default: nil
    }
  }

  private mutating func watch(_ press: KeyPress) -> Action {
    switch press.key {
    case .character("r"): return .perform(.redo, press.reading)
    case .character("m"): mode = .marking(TextLine(), at: press.reading)
    case .character("n"):
      mode = .naming
      return .openForm
    case .character("?"): openHelp()
    default: scroll(press.key)
    }
    return .nothing
  }

  /// What the space bar means: the button of a stopwatch.
  private static func mainCommand(in phase: Phase) -> Command {
    switch phase {
    case .ready, .countdown, .discarded: .start(Event.Start())
    case .running: .stop
    case .stopped, .finished: .resume
    }
  }

  /// Types the label of a mark, which lies where `m` was pressed.
  private mutating func mark(_ line: TextLine, _ reading: Reading, _ key: Key) -> Action {
    var line = line
    switch key {
    case .escape: mode = .watching
    case .enter:
      mode = .watching
      return .perform(.mark(label: line.text.isEmpty ? "mark" : line.text), reading)
    default:
      line.take(key)
      mode = .marking(line, at: reading)
    }
    return .nothing
  }

  private mutating func name(_ press: KeyPress) -> Action {
    switch press.key {
    case .escape:
      mode = .watching
      return .closeForm
    case .enter:
      mode = .watching
      return .keepNames(press.reading)
    default: return .editForm(press.key)
    }
  }

  /// Opens the help page, at its beginning.
  mutating func openHelp() {
    mode = .help
    scroll = 0
  }

  /// Takes a key on the help page: one that does not scroll leaves it.
  mutating func takeInHelp(_ key: Key) {
    guard !scroll(key) else { return }
    mode = .watching
    scroll = 0
  }

  /// Whether a line is open that takes text.
  private var isTyping: Bool {
    switch mode {
    case .watching, .help: false
    case .marking, .naming: true
    }
  }

  /// Scrolls by a key that does so; how far there is something to see, ``Frame/scrollLimit`` says.
  @discardableResult
  package mutating func scroll(_ key: Key) -> Bool {
    switch key {
    case .up: scroll = max(0, scroll - 1)
    case .down: scroll += 1
    case .pageUp: scroll = max(0, scroll - 10)
    case .pageDown: scroll += 10
    case .home: scroll = 0
    case .end: scroll = .max / 2
    default: return false
    }
    return true
  }

  /// Takes back what was scrolled beyond the last line that a frame can show.
  package mutating func holdScroll(within limit: Int) {
    scroll = min(scroll, limit)
  }
}
