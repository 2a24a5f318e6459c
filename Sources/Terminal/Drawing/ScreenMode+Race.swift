package import Racing
import Text
package import Timing

extension SessionBoard {
  /// The command that times a point of another device's race on this one; nil for other sessions,
  /// and on a screen that times a point.
  var joiningCommand: String? {
    guard isForeign, race != nil, timedPoint == nil, let number else { return nil }
    return "laptimer watch --start --join \(number)"
  }
}

/// The keys of a race.
extension ScreenMode {
  /// Handles a key on the board of a race, in the session's phase at that moment.
  ///
  /// Digits and Enter record a crossing; where all bibs are single digits, the digit alone does.
  /// The moment of a crossing is that of the key that records it. In the hold-off only quit works.
  package mutating func handle(
    _ press: KeyPress, on board: SessionBoard, runners: Board, in phase: Phase, isHeldOff: Bool
  ) -> Action {
    if case .paste = press.key, !acceptsText { return .none }
    switch page {
    case .session: break
    case .bibPrompt(let line): return handleInBibPrompt(line, press)
    case .assignPrompt(let line, let crossing):
      return handleInAssignPrompt(line, crossing, press, runners)
    case .wavePrompt(let line, let reading):
      return handleInWavePrompt(line, reading, press.key, runners)
    case .help, .markPrompt, .editPrompt, .nameForm:
      return handle(press, on: board, in: phase, isHeldOff: isHeldOff)
    }
    if press.key == .character("q") { return .quit }
    if isHeldOff { return .none }
    if board.timedPoint != nil {
      return handleAtPoint(press, hasOnlyDigits: runners.hasOnlyDigits)
    }
    if let command = board.joiningCommand { return handleReadOnly(press.key, joining: command) }
    if let action = answerUndo(press, board, in: phase) { return action }
    if press.key == .character("u") { return undo(press, board, in: phase) }
    if phase == .countdown { return handleInCountdown(press, board) }
    return handleOnBoard(press, board, runners, phase)
  }

  /// Handles a key on the board of another device's race.
  private mutating func handleReadOnly(_ key: Key, joining command: String) -> Action {
    switch key {
    case .character("?"): openHelp()
    case .character, .enter:
      return .explain(
        "Read-only: another device's race. '\(command)' times a point of it.")
    default: scroll(key)
    }
    return .none
  }

  private func handleInCountdown(_ press: KeyPress, _ board: SessionBoard) -> Action {
    switch press.key {
    case .character(" "): .perform(board.mainCommand(in: .countdown), press.reading)
    case .character("c"): .startCountdown(board.start, press.reading)
    case .character, .enter: .explain("Counting down: u takes back the newest event.")
    default: .none
    }
  }

  /// Handles a key that types or records a bib; returns nil for other keys.
  private mutating func handleForBib(_ press: KeyPress, hasOnlyDigits: Bool) -> Action? {
    switch press.key {
    case .character(let digit) where "0"..."9" ~= digit:
      if hasOnlyDigits, digits.isEmpty { return cross(String(digit), press.reading) }
      // With one digit more, a bib that is too long is refused, and not shortened.
      if digits.count <= RaceEvent.Entry.longestBib { digits.append(digit) }
    case .enter:
      guard !digits.isEmpty else {
        // A digit alone has recorded a crossing, and its message stays.
        if hasOnlyDigits { return Action.none }
        return .explain("Type a bib, then Enter; space records a crossing without a bib.")
      }
      return cross(digits, press.reading)
    case .backspace where !digits.isEmpty: digits.removeLast()
    case .escape: digits = ""
    case .character("b"): page = .bibPrompt(TextLine(digits))
    default: return nil
    }
    return Action.none
  }

  /// Handles a key on the screen of a session that times a point of a race.
  ///
  /// It has no clock of its own: crossings, timestamps, undo and redo work in every phase of the
  /// race.
  mutating func handleAtPoint(_ press: KeyPress, hasOnlyDigits: Bool) -> Action {
    if let action = handleForBib(press, hasOnlyDigits: hasOnlyDigits) { return action }
    switch press.key {
    case .character(" "): return .perform(.race(.crossed(RaceEvent.Crossing())), press.reading)
    case .character("u"): return .perform(.undo, press.reading)
    case .character("r"): return .perform(.redo, press.reading)
    case .character("m"): page = .markPrompt(TextLine(), at: press.reading)
    case .character("?"): openHelp()
    case .character("a"), .character("c"), .character("s"), .character("w"):
      return .explain(
        "This screen times a point: the race's own session starts, stops and assigns.")
    default: scroll(press.key)
    }
    return .none
  }

  private mutating func handleOnBoard(
    _ press: KeyPress, _ board: SessionBoard, _ runners: Board, _ phase: Phase
  ) -> Action {
    if let action = handleForBib(press, hasOnlyDigits: runners.hasOnlyDigits) { return action }
    switch press.key {
    case .character(" "):
      return .perform(
        phase == .running ? .race(.crossed(RaceEvent.Crossing())) : board.mainCommand(in: phase),
        press.reading)
    case .character("s"):
      guard phase == .running else {
        return .explain(phase == .ready ? "Not started: space starts." : "Stopped: space resumes.")
      }
      return .perform(.stop, press.reading)
    case .character("c"): return .startCountdown(board.start, press.reading)
    case .character("r"): return .perform(.redo, press.reading)
    case .character("a"):
      guard let newest = runners.unknown.last else {
        return .explain("No crossing is unknown; space records one.")
      }
      page = .assignPrompt(TextLine(digits), crossing: newest.event)
      digits = ""
    case .character("w"): return startWave(press.reading, runners)
    case .character("m"): page = .markPrompt(TextLine(), at: press.reading)
    case .character("l"):
      return .explain("In a race bibs cross: type one, then Enter; space is for nobody yet.")
    case .character("n"):
      return .explain("Runners have names by 'laptimer enter BIB NAME'; a names a crossing.")
    case .character("?"): openHelp()
    default: scroll(press.key)
    }
    return .none
  }

  /// Records a crossing, and clears the typed digits.
  private mutating func cross(_ bib: String, _ reading: Reading) -> Action {
    digits = ""
    return .perform(.race(.crossed(RaceEvent.Crossing(bib: bib))), reading)
  }

  private mutating func startWave(_ reading: Reading, _ runners: Board) -> Action {
    let waves = runners.plannedWaves
    guard let first = waves.first else {
      let hasWaves = runners.groups.contains { $0.name != nil }
      return .explain(
        hasWaves
          ? "All waves have started."
          : "The race has no waves: 'laptimer enter BIB --wave W' puts runners in one.")
    }
    guard waves.count > 1 else {
      return .perform(.race(.waveStarted(wave: first, race: nil)), reading)
    }
    page = .wavePrompt(TextLine(), at: reading)
    return .none
  }

  // MARK: Prompts

  mutating func handleInBibPrompt(_ line: TextLine, _ press: KeyPress) -> Action {
    var line = line
    switch press.key {
    case .escape:
      page = .session
      digits = ""
    case .enter:
      do throws(BibError) {
        let bib = try Bib.checked(line.text)
        page = .session
        return cross(bib, press.reading)
      } catch {
        return .explain("Not a bib: \(error).")
      }
    default:
      line.handle(press.key)
      page = .bibPrompt(line)
    }
    return .none
  }

  private mutating func handleInAssignPrompt(
    _ line: TextLine, _ crossing: EventID, _ press: KeyPress, _ runners: Board
  ) -> Action {
    var line = line
    switch press.key {
    case .escape: page = .session
    case .up, .down:
      let unknown = runners.unknown
      let index = unknown.lastIndex { $0.event == crossing } ?? unknown.count
      let next = index + (press.key == .up ? -1 : 1)
      if unknown.indices.contains(next) {
        page = .assignPrompt(line, crossing: unknown[next].event)
      }
    case .enter:
      do throws(BibError) {
        let bib = try Bib.checked(line.text)
        page = .session
        return .perform(.assign(.id(crossing), bib: bib), press.reading)
      } catch {
        return .explain("Not a bib: \(error).")
      }
    default:
      line.handle(press.key)
      page = .assignPrompt(line, crossing: crossing)
    }
    return .none
  }

  private mutating func handleInWavePrompt(
    _ line: TextLine, _ reading: Reading, _ key: Key, _ runners: Board
  ) -> Action {
    var line = line
    switch key {
    case .escape: page = .session
    case .enter:
      let waves = runners.plannedWaves
      let text = line.text
      let named =
        waves.first { $0 == text }.map { [$0] }
        ?? waves.filter { $0.lowercased().hasPrefix(text.lowercased()) }
      guard named.count == 1, let wave = named.first, !text.isEmpty else {
        return .explain("Which wave started: \(waves.joined(separator: ", "))?")
      }
      page = .session
      return .perform(.race(.waveStarted(wave: wave, race: nil)), reading)
    default:
      line.handle(key)
      page = .wavePrompt(line, at: reading)
    }
    return .none
  }
}
