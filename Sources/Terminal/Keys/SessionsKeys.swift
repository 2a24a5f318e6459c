import Live
import Racing
import Timing

extension KeyTable {
  /// The keys of a board of several sessions: a digit laps one of them, and others change the chosen
  /// one.
  static let sessions = KeyTable(rows: [
    KeyRow(keys: KeyRow.digits, name: "1-9", word: { _ in "lap" }, works: \.isWholeDigit) {
      $0.lap($0.key.name)
    },
    KeyRow(
      keys: KeyRow.digits, name: "0-9 Enter", word: { _ in "lap" },
      help: (
        "digits", "record a lap of the session with this key; of two digits with Enter", "1-9",
        "lap", .usual
      )
    ) { if $0.state.digits.count < 4 { $0.state.digits += $0.key.name } },
    .backspace,
    KeyRow(keys: [.enter], works: { !$0.state.digits.isEmpty }) {
      $0.lap($0.state.digits)
      $0.state.digits = ""
    },
    // A digit alone has recorded a lap, and its message stays.
    KeyRow(keys: [.enter], works: { $0.isWholeDigit && !$0.isChoosing }) { _ in },
    KeyRow(keys: ["l", .enter]) {
      $0.press($0.state.chosen, "{l} laps it") { _, _ in .lap(label: nil) }
    },
    KeyRow(keys: [" "], word: { $0.isChoosing ? "stop, resume" : nil }) {
      $0.press($0.state.chosen, "{space} stops or resumes it") { $0.mainCommand(in: $1) }
    },
    KeyRow(keys: [.escape], word: { $0.isChoosing ? "back" : nil }, rank: -1) {
      $0.state.digits = ""
      $0.state.chosen = nil
    },
    KeyRow(
      keys: KeyRow.arrows, name: "up down", word: { $0.isChoosing ? nil : "choose" }, rank: 1,
      help: (
        "up, down", "choose a session: {l} laps, {space} stops or resumes it", "arrows", "choose",
        .usual
      )
    ) { $0.choose() },
    KeyRow(keys: KeyRow.pages, help: ("page keys", "scroll the board", "pages", "scroll", .minor)) {
      if $0.isChoosing { $0.choose() } else { $0.state.scroll($0.key) }
    },
    KeyRow(
      keys: ["u"], word: { _ in "undo" }, rank: 4,
      help: (
        "u, r", "undo or redo in the chosen one, or in the last lapped", "u r", "undo, redo", .usual
      )
    ) { $0.pressForLast(.undo) },
    KeyRow(keys: ["r"], word: { $0.canRedo ? "redo" : nil }, rank: 6) { $0.pressForLast(.redo) },
    .openHelp, .quit("quit the screen; the clocks keep running"),
    KeyRow(keys: ["s", "c", "m", "n", "p", "k", "x", "a", "d", "b", "w"]) {
      $0.action = .explain(
        "\($0.key.name) is a key of one session: 'laptimer watch SESSION' shows one of these.")
    },
  ])
}

extension KeyMoment {
  fileprivate var isChoosing: Bool { state.chosen != nil }

  /// Whether the chosen session, or that of the last press, has an event to redo.
  fileprivate var canRedo: Bool {
    let key = state.chosen ?? state.lastKey ?? 0
    return scene.sessions.indices.contains(key - 1) && scene.sessions[key - 1].canRedo
  }

  /// Shows an explanation with the keys that the user chose.
  mutating func explain(_ text: String) {
    action = .explain(scene.keyMap.withChosenKeys(in: text))
  }

  /// Records a lap of the session with a typed key.
  fileprivate mutating func lap(_ typed: String) {
    let count = scene.sessions.count
    guard let key = Int(typed), 1...max(1, count) ~= key else {
      state.mistypedKey = typed
      let keys = count == 1 ? "the only key is 1" : "the keys are 1 to \(count)"
      return action = .explain("No session has the key \(typed): \(keys).")
    }
    press(key, "") { _, _ in .lap(label: nil) }
  }

  /// Presses a button of the stopwatch of a session, which decides on the command.
  fileprivate mutating func press(
    _ key: Int?, _ effect: String, _ command: (SessionBoard, Phase) -> Command
  ) {
    guard let key, scene.sessions.indices.contains(key - 1) else {
      return explain("Choose a session with the arrows first: \(effect).")
    }
    state.lastKey = key
    state.mistypedKey = nil
    let board = scene.sessions[key - 1]
    guard board.race == nil else {
      let number = board.number ?? 0
      return action = .explain(
        "Session \(number) is a race: 'laptimer watch \(number)' shows it.")
    }
    let command = command(board, waiting.phase(of: board, at: now))
    if command == .undo { undo(in: board) } else { perform(command, in: board) }
  }

  /// Presses a button of the chosen session, or of that of the last press.
  fileprivate mutating func pressForLast(_ command: Command) {
    if state.chosen == nil, let key = state.mistypedKey {
      state.mistypedKey = nil
      let next = state.lastKey.map { " Press {u} or {r} again to change session \($0)." } ?? ""
      return explain("Key \(key) recorded nothing.\(next)")
    }
    press(state.chosen ?? state.lastKey, "{u} and {r} change it") { _, _ in command }
  }

  /// Chooses another session in the order of the board; beyond the first and the last one, none.
  fileprivate mutating func choose() {
    let keys = scene.runners?.groups.flatMap(\.rows).compactMap { Int($0.bib) } ?? []
    guard let index = keys.firstIndex(where: { $0 == state.chosen }) else {
      return state.chosen = key == .down ? keys.first : keys.last
    }
    let isBeyond = key == .up && index == 0 || key == .down && index == keys.count - 1
    state.chosen = isBeyond ? nil : key.moved(index, last: keys.count - 1).map { keys[$0] }
  }
}
