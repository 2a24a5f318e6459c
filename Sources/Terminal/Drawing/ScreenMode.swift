package import Timing

/// The state of the user interface apart from the session: the open page and the scroll position.
package struct ScreenMode: Hashable, Sendable {
  /// The page or prompt that is open.
  package enum Page: Hashable, Sendable {
    /// The session, with the keys of a stopwatch.
    case session
    /// The help page.
    case help
    /// The prompt for the label of a mark, with the reading at which the mark was made.
    case markPrompt(TextLine, at: Reading)
    /// The name form.
    case nameForm
  }

  package var page = Page.session
  /// The number of newest entries scrolled out of view.
  package var scroll = 0

  package init() {}

  /// The effect of a key beyond this mode.
  package enum Action: Hashable, Sendable {
    case none
    case perform(Command, Reading)
    case startCountdown(Reading)
    case openForm
    case editForm(Key)
    case saveForm(Reading)
    case closeForm
    case quit
  }

  /// Handles a key on a live screen.
  ///
  /// - Parameters:
  ///   - press: the key and the clocks.
  ///   - phase: the session's phase at that moment. In a countdown the keys of a stopwatch are
  ///     passed on, so that the log refuses them; of the other keys only quit and undo work.
  ///   - isHeldOff: whether the hold-off is active, in which only quit works.
  /// - Returns: the effect.
  package mutating func handle(_ press: KeyPress, in phase: Phase, isHeldOff: Bool) -> Action {
    if case .paste = press.key, !acceptsText { return .none }
    switch page {
    case .help:
      handleOnHelpPage(press.key)
      return .none
    case .nameForm: return handleInNameForm(press)
    case .markPrompt(let line, let reading): return handleInPrompt(line, reading, press.key)
    case .session: break
    }
    if press.key == .character("q") { return .quit }
    if isHeldOff { return .none }
    if press.key == .character("u") { return .perform(.undo, press.reading) }
    if let action = Self.stopwatchAction(press, in: phase) { return action }
    return phase == .countdown ? .none : handleOnSessionPage(press)
  }

  /// The action of a stopwatch's key; nil for other keys.
  ///
  /// The log decides whether it is allowed, as for the command line.
  private static func stopwatchAction(_ press: KeyPress, in phase: Phase) -> Action? {
    switch press.key {
    case .character(" "): .perform(mainCommand(in: phase), press.reading)
    case .character("l"), .enter: .perform(.lap(label: nil), press.reading)
    case .character("c"): .startCountdown(press.reading)
    default: nil
    }
  }

  /// The command of the space bar, the main button of a stopwatch.
  private static func mainCommand(in phase: Phase) -> Command {
    switch phase {
    case .ready, .countdown, .discarded: .start(Event.Start())
    case .running: .stop
    case .stopped, .finished: .resume
    }
  }

  private mutating func handleOnSessionPage(_ press: KeyPress) -> Action {
    switch press.key {
    case .character("r"): return .perform(.redo, press.reading)
    case .character("m"): page = .markPrompt(TextLine(), at: press.reading)
    case .character("n"):
      page = .nameForm
      return .openForm
    case .character("?"): openHelp()
    default: scroll(press.key)
    }
    return .none
  }

  private mutating func handleInPrompt(_ line: TextLine, _ reading: Reading, _ key: Key) -> Action {
    var line = line
    switch key {
    case .escape: page = .session
    case .enter:
      page = .session
      return .perform(.mark(label: line.text.isEmpty ? "mark" : line.text), reading)
    default:
      line.handle(key)
      page = .markPrompt(line, at: reading)
    }
    return .none
  }

  private mutating func handleInNameForm(_ press: KeyPress) -> Action {
    switch press.key {
    case .escape:
      page = .session
      return .closeForm
    case .enter:
      page = .session
      return .saveForm(press.reading)
    default: return .editForm(press.key)
    }
  }

  /// Opens the help page at its beginning.
  mutating func openHelp() {
    page = .help
    scroll = 0
  }

  /// Handles a key on the help page: keys that do not scroll close it.
  mutating func handleOnHelpPage(_ key: Key) {
    guard !scroll(key) else { return }
    page = .session
    scroll = 0
  }

  /// Whether a line of text is being edited.
  private var acceptsText: Bool {
    switch page {
    case .session, .help: false
    case .markPrompt, .nameForm: true
    }
  }

  /// Scrolls, if the key does so; a frame limits the result by its ``Frame/scrollLimit``.
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

  /// Limits the scroll position to what the newest frame could show.
  package mutating func limitScroll(to limit: Int) {
    scroll = min(scroll, limit)
  }
}
