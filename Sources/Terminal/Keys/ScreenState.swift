import Live
import Racing
package import Text
package import Timing

/// The state of the user interface apart from its content: the open page, the scroll position, and
/// what was typed and chosen.
package struct ScreenState: Hashable, Sendable {
  /// The page or prompt that is open.
  package enum Page: Hashable, Sendable {
    /// The session, race or board, with the keys of its table.
    case session
    /// A page in its place, such as help; a key that does not scroll it closes it.
    case page(ScreenPage)
    /// A line of text in place of the footer.
    case prompt(Prompt, TextLine)
    /// The name form.
    case nameForm
  }

  /// The meaning of a line that is being typed.
  package enum Prompt: Hashable, Sendable {
    /// The label of a mark that was made at a reading.
    case mark(at: Reading)
    /// A change of the lap or timestamp of an event, by its number within the session.
    case edit(EditedPart, ofEvent: Int)
    /// A bib that is not typed with digits alone.
    case bib
    /// The bib of a crossing that nobody has.
    case assign(crossing: EventID)
    /// The wave that started at a reading.
    case wave(at: Reading)
    /// The name of the session.
    case name
  }

  /// The part of a lap or timestamp that changes.
  package enum EditedPart: Hashable, Sendable {
    case moment, label
  }

  package var page = Page.session
  /// The event of the chosen lap or timestamp, by its number within the session; on a board of
  /// sessions, the key of the chosen one; nil if none is chosen.
  package var chosen: Int?
  /// The number of newest entries scrolled out of view; on a board, of rows from its top.
  package var scroll = 0
  /// The digits of a bib, or of the key of a session, that were typed so far.
  package var digits = ""
  /// The question whether undo is to take back a start; nil if it was not asked.
  package var undoQuestion: UndoQuestion?
  /// The number of the segment up to which keys skipped the ones before, until the next lap.
  var skipTarget: Int?
  /// Whether a key ended the attempt at a course, so that space begins the next one.
  var hasEnded = false
  /// The comparison of an attempt that a key chose; nil for the one that was asked for.
  var comparison: Comparison?
  /// On a board of sessions, the key of the session of the last press.
  var lastKey: Int?
  /// The last key that was pressed there if no session has it.
  var mistypedKey: String?

  package init() {}

  /// Whether a line of text is being edited.
  var acceptsText: Bool {
    switch page {
    case .session, .page: false
    case .prompt, .nameForm: true
    }
  }

  /// Scrolls, if the key does so; a frame limits the result by its ``Frame/scrollLimit``.
  @discardableResult
  mutating func scroll(_ key: Key) -> Bool {
    guard let next = key.moved(scroll, last: .max / 2) else { return false }
    scroll = next
    return true
  }

  /// Limits the scroll position to what the newest frame could show.
  package mutating func limitScroll(to limit: Int) {
    scroll = min(scroll, limit)
  }
}

extension KeyMoment {
  /// Handles the key: in a prompt, on a page or in the name form, else by the scene's table.
  mutating func handle() {
    if case .paste = key, !state.acceptsText { return }
    switch state.page {
    case .page:
      guard !state.scroll(key) else { return }
      state.page = .session
      state.scroll = 0
    case .nameForm:
      guard key == .escape || key == .enter else { return action = .editForm(key) }
      state.page = .session
      if key == .enter { action = .saveForm }
    case .prompt(let prompt, let line): handle(prompt, line)
    case .session: if !answerUndo() { scene.keys.handle(&self) }
    }
  }

  private mutating func handle(_ prompt: ScreenState.Prompt, _ line: TextLine) {
    var (prompt, line) = (prompt, line)
    let isInRace = scene.runners != nil || prompt == .bib && board.timedPoint != nil
    switch (prompt, key) {
    // The session was a race when the line was opened.
    case (.bib, _) where !isInRace, (.assign, _) where !isInRace, (.wave, _) where !isInRace:
      return state.page = .session
    case (_, .escape):
      if prompt == .bib { state.digits = "" }
      return state.page = .session
    case (_, .enter):
      if finish(prompt, line.text) { state.page = .session }
      return
    case (.assign(let crossing), .up), (.assign(let crossing), .down):
      let unknown = scene.runners?.unknown ?? []
      let index = unknown.lastIndex { $0.event == crossing } ?? unknown.count
      let next = index + (key == .up ? -1 : 1)
      if unknown.indices.contains(next) { prompt = .assign(crossing: unknown[next].event) }
    default: line.handle(key)
    }
    state.page = .prompt(prompt, line)
  }

  /// Performs a prompt whose text is complete; returns false if it means nothing, and stays.
  private mutating func finish(_ prompt: ScreenState.Prompt, _ text: String) -> Bool {
    let command: Command
    var reading = now
    switch prompt {
    case .mark(let pressed):
      command = .mark(label: text.isEmpty ? "mark" : text)
      reading = pressed
    case .edit(let part, let event):
      let note = board.entry(ofEvent: event).map { board.note(of: $0) ?? "" }
      guard let note, part == .label ? text != note : !text.isEmpty else { return true }
      guard let change = Self.change(part, text) else {
        action = .explain("'\(text)' is not a duration: write -2s, +0.5 or 1:30.")
        return false
      }
      command = .amend(.event(event), change)
    case .bib, .assign:
      do throws(BibError) {
        let bib = try Bib.checked(text)
        if case .assign(let crossing) = prompt {
          command = .assign(.id(crossing), bib: bib)
        } else {
          state.digits = ""
          command = .race(.crossed(RaceEvent.Crossing(bib: bib)))
        }
      } catch {
        action = .explain("Not a bib: \(error).")
        return false
      }
    case .wave(let pressed):
      let waves = scene.runners?.plannedWaves ?? []
      let named =
        waves.first { $0 == text }.map { [$0] }
        ?? waves.filter { $0.lowercased().hasPrefix(text.lowercased()) }
      guard named.count == 1, !text.isEmpty else {
        action = .explain("Which wave started: \(waves.joined(separator: ", "))?")
        return false
      }
      command = .race(.waveStarted(wave: named[0], race: nil))
      reading = pressed
    case .name:
      guard !text.isEmpty, text != board.session.summary.profile.name else { return true }
      command = .name(text)
    }
    action = .perform(KeyCommand(command: command, reading: reading))
    return true
  }

  /// The change that a text means; nil if it means none.
  private static func change(_ part: ScreenState.EditedPart, _ text: String) -> Event.Amendment? {
    switch part {
    case .moment: (try? Duration(text: text, signed: true)).map { Event.Amendment(move: .by($0)) }
    case .label: Event.Amendment(label: text.isEmpty ? .lifted : .set(text))
    }
  }
}

extension Key {
  /// Returns an index after this key has moved it, between 0 and the last one; nil if the key moves
  /// nothing.
  func moved(_ index: Int, last: Int) -> Int? {
    let next: Int
    switch self {
    case .up: next = index - 1
    case .down: next = index + 1
    case .pageUp: next = index - 10
    case .pageDown: next = index + 10
    case .home: next = 0
    case .end: next = last
    default: return nil
    }
    return max(0, min(last, next))
  }
}
