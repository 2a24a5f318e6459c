package import Text
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
    /// The prompt for a change of a lap or timestamp.
    case editPrompt(Edit, TextLine)
    /// The line for a bib that is not typed with digits alone.
    case bibPrompt(TextLine)
    /// The line for the bib of a crossing that nobody has.
    case assignPrompt(TextLine, crossing: EventID)
    /// The line for the wave that started at a reading.
    case wavePrompt(TextLine, at: Reading)
    /// The name form.
    case nameForm
  }

  /// A change of a lap or timestamp that is being typed.
  package struct Edit: Hashable, Sendable {
    /// The part that changes.
    package enum Part: Hashable, Sendable {
      case moment, label
    }

    /// The event of the lap or timestamp, by its number within the session.
    package var event: Int
    package var part: Part

    package init(event: Int, part: Part) {
      self.event = event
      self.part = part
    }
  }

  package var page = Page.session
  /// The event of the chosen lap or timestamp, by its number within the session; nil if none is
  /// chosen.
  package var chosen: Int?
  /// The number of newest entries scrolled out of view; on a board, of rows from its top.
  package var scroll = 0
  /// The digits of a bib that were typed so far.
  package var digits = ""
  /// The question whether undo is to take back a start; nil if it was not asked.
  package var undoQuestion: UndoQuestion?

  package init() {}

  /// The effect of a key beyond this mode.
  package enum Action: Hashable, Sendable {
    case none
    case perform(Command, Reading)
    case startCountdown(Event.Start, Reading)
    /// Start a new session like this one.
    case startNext(isCountdown: Bool, Reading)
    /// Show a message.
    case explain(String)
    case openForm
    case editForm(Key)
    case saveForm(Reading)
    case closeForm
    case quit
  }

  /// Handles a key on a live screen, in the session's phase at that moment.
  ///
  /// In a countdown the keys of a stopwatch are passed on, so that the log refuses them; of the
  /// other keys only quit and undo work. In the hold-off only quit works.
  package mutating func handle(
    _ press: KeyPress, on board: SessionBoard, in phase: Phase, isHeldOff: Bool
  ) -> Action {
    if case .paste = press.key, !acceptsText { return .none }
    switch page {
    case .help:
      handleOnHelpPage(press.key)
      return .none
    case .nameForm: return handleInNameForm(press)
    case .markPrompt(let line, let reading): return handleInPrompt(line, reading, press.key)
    case .editPrompt(let edit, let line): return handleInPrompt(line, edit, press, board)
    case .bibPrompt(let line) where board.timedPoint != nil: return handleInBibPrompt(line, press)
    // The session was a race when the line was opened.
    case .bibPrompt, .assignPrompt, .wavePrompt:
      page = .session
      return .none
    case .session: break
    }
    if press.key == .character("q") { return .quit }
    if isHeldOff { return .none }
    if board.timedPoint != nil { return handleAtPoint(press, hasOnlyDigits: false) }
    if let action = answerUndo(press, board, in: phase) { return action }
    if press.key == .character("u") { return undo(press, board, in: phase) }
    if let action = Self.stopwatchAction(press, board, in: phase) { return action }
    if phase == .countdown { return .none }
    if let action = handleForChosen(press, board) { return action }
    return handleOnSessionPage(press, board, phase)
  }

  /// The action of a stopwatch's key; nil for other keys.
  ///
  /// The log decides whether it is allowed, as for the command line.
  private static func stopwatchAction(
    _ press: KeyPress, _ board: SessionBoard, in phase: Phase
  ) -> Action? {
    switch press.key {
    case .character(" "):
      phase == .finished
        ? .startNext(isCountdown: false, press.reading)
        : .perform(board.mainCommand(in: phase), press.reading)
    case .character("l"), .enter: .perform(.lap(label: nil), press.reading)
    case .character("c"):
      phase == .finished
        ? .startNext(isCountdown: true, press.reading)
        : .startCountdown(board.start, press.reading)
    default: nil
    }
  }

  private mutating func handleOnSessionPage(
    _ press: KeyPress, _ board: SessionBoard, _ phase: Phase
  ) -> Action {
    switch press.key {
    case .character("r"): return .perform(.redo, press.reading)
    case .character("s") where phase == .stopped || phase == .finished:
      return .startNext(isCountdown: false, press.reading)
    case .character("m") where board.number != nil:
      page = .markPrompt(TextLine(), at: press.reading)
    case .character("n") where board.number != nil:
      page = .nameForm
      return .openForm
    case .character("?"): openHelp()
    case .character("a"), .character("d"), .delete:
      if board.choices.isEmpty { return .none }
      return .explain("Choose a lap with the arrows first: a moves, n renames, d removes it.")
    case .up, .down:
      let choices = board.choices
      // The first one on the screen.
      chosen = board.course == nil ? choices.dropFirst(scroll).first : choices.last
    default: scroll(press.key)
    }
    return .none
  }

  /// Handles a key while a lap or timestamp is chosen; returns nil for other keys.
  private mutating func handleForChosen(_ press: KeyPress, _ board: SessionBoard) -> Action? {
    guard let event = chosen, let entry = board.entry(ofEvent: event) else { return nil }
    switch press.key {
    case .escape: chosen = nil
    case .character("a"):
      page = .editPrompt(Edit(event: event, part: .moment), TextLine())
    case .character("n"):
      page = .editPrompt(
        Edit(event: event, part: .label), TextLine(board.note(of: entry) ?? ""))
    case .character("d"), .delete: return .perform(.remove(.event(event)), press.reading)
    default: return choose(press.key, on: board) ? Action.none : nil
    }
    return Action.none
  }

  /// Chooses another entry, if the key does so; the first and the last one stay chosen.
  private mutating func choose(_ key: Key, on board: SessionBoard) -> Bool {
    let choices = board.choices
    guard let index = choices.firstIndex(where: { $0 == chosen }) else { return false }
    let next: Int
    switch key {
    case .up: next = index - 1
    case .down: next = index + 1
    case .pageUp: next = index - 10
    case .pageDown: next = index + 10
    case .home: next = 0
    case .end: next = choices.count - 1
    default: return false
    }
    chosen = choices[max(0, min(choices.count - 1, next))]
    return true
  }

  mutating func handleInPrompt(_ line: TextLine, _ reading: Reading, _ key: Key) -> Action {
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

  private mutating func handleInPrompt(
    _ line: TextLine, _ edit: Edit, _ press: KeyPress, _ board: SessionBoard
  ) -> Action {
    var line = line
    switch press.key {
    case .escape: page = .session
    case .enter:
      guard let entry = board.entry(ofEvent: edit.event), !line.text.isEmpty || edit.part == .label,
        line.text != board.note(of: entry) ?? "" || edit.part == .moment
      else {
        page = .session
        return .none
      }
      guard let change = Self.change(edit.part, line.text) else {
        return .explain("'\(line.text)' is not a duration: write -2s, +0.5 or 1:30.")
      }
      page = .session
      return .perform(.amend(.event(edit.event), change), press.reading)
    default:
      line.handle(press.key)
      page = .editPrompt(edit, line)
    }
    return .none
  }

  /// The change that a text means; nil if it means none.
  private static func change(_ part: Edit.Part, _ text: String) -> Event.Amendment? {
    switch part {
    case .moment: (try? Duration(text: text, signed: true)).map { Event.Amendment(move: .by($0)) }
    case .label: Event.Amendment(label: text.isEmpty ? .lifted : .set(text))
    }
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
  var acceptsText: Bool {
    switch page {
    case .session, .help: false
    case .markPrompt, .editPrompt, .bibPrompt, .assignPrompt, .wavePrompt, .nameForm: true
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
