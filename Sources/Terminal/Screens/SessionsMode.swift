import Racing

/// The state of the user interface of several sessions.
struct SessionsMode: Hashable, Sendable {
  /// The open page, the scroll position and the typed digits.
  var screen = ScreenMode()
  /// The key of the chosen session; nil if none is chosen.
  var chosen: String?
  /// The key of the session of the last press.
  private var last: String?
  /// The key of the last press if no session has it.
  private var mistyped: String?

  /// A button of the stopwatch of a session.
  enum Button: Hashable, Sendable {
    case lap, undo, redo
    /// The main button, as ``SessionBoard/mainCommand(in:)``.
    case main
  }

  enum Action: Hashable, Sendable {
    case none, quit
    /// Show a message, with the usual keys in braces.
    case explain(String)
    case press(Button, key: String)
  }

  mutating func handle(_ key: Key, _ board: Board) -> Action {
    if screen.page == .help {
      screen.handleOnHelpPage(key)
      return .none
    }
    switch key {
    case .paste: return .none
    case .character("q"): return .quit
    case .character("?"): screen.openHelp()
    case .character(let digit) where key.isDigit:
      if board.hasOnlyDigits, screen.digits.isEmpty { return lap(String(digit), board) }
      if screen.digits.count < 4 { screen.digits.append(digit) }
    case .backspace where !screen.digits.isEmpty: screen.digits.removeLast()
    case .escape:
      screen.digits = ""
      chosen = nil
    case .enter where !screen.digits.isEmpty:
      let key = screen.digits
      screen.digits = ""
      return lap(key, board)
    // A digit alone has recorded a lap, and its message stays.
    case .enter where board.hasOnlyDigits && chosen == nil: return .none
    case .enter, .character("l"): return pressForChosen(.lap, "{l} laps it")
    case .character(" "): return pressForChosen(.main, "{space} stops or resumes it")
    case .character("u"): return pressForLast(.undo)
    case .character("r"): return pressForLast(.redo)
    case .character(let letter) where Self.keysOfOneSession.contains(letter):
      return .explain(
        "\(letter) is a key of one session: 'laptimer watch SESSION' shows one of these.")
    case .up, .down: choose(key, board)
    case .pageUp, .pageDown, .home, .end:
      if chosen == nil { screen.scroll(key) } else { choose(key, board) }
    default: screen.scroll(key)
    }
    return .none
  }

  /// The keys on the screen of one session that have no effect here.
  private static let keysOfOneSession: [Character] = ["s", "c", "m", "n", "a", "d", "b", "w"]

  /// Records a lap of the session with a typed key.
  private mutating func lap(_ key: String, _ board: Board) -> Action {
    guard board.row(ofBib: key) == nil else { return press(.lap, key) }
    mistyped = key
    return .press(.lap, key: key)
  }

  private mutating func press(_ button: Button, _ key: String) -> Action {
    last = key
    mistyped = nil
    return .press(button, key: key)
  }

  private mutating func pressForChosen(_ button: Button, _ effect: String) -> Action {
    guard let chosen else { return .explain("Choose a session with the arrows first: \(effect).") }
    return press(button, chosen)
  }

  /// Presses a button of the chosen session, or of that of the last press.
  private mutating func pressForLast(_ button: Button) -> Action {
    if chosen == nil, let key = mistyped {
      mistyped = nil
      let next = last.map { " Press {u} or {r} again to change session \($0)." } ?? ""
      return .explain("Key \(key) recorded nothing.\(next)")
    }
    guard let key = chosen ?? last else {
      return .explain("Choose a session with the arrows first: {u} and {r} change it.")
    }
    return press(button, key)
  }

  /// Chooses another session; beyond the first and the last one, none.
  private mutating func choose(_ key: Key, _ board: Board) {
    let keys = board.groups.flatMap(\.rows).map(\.bib)
    guard let chosen, let index = keys.firstIndex(of: chosen) else {
      chosen = key == .down ? keys.first : keys.last
      return
    }
    let next =
      switch key {
      case .up: index - 1
      case .pageUp: max(0, index - 10)
      case .pageDown: min(keys.count - 1, index + 10)
      case .home: 0
      case .end: keys.count - 1
      default: index + 1
      }
    self.chosen = keys.indices.contains(next) ? keys[next] : nil
  }
}
