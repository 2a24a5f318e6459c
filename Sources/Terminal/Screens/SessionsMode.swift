import Racing

/// The state of the user interface of several sessions.
struct SessionsMode: Hashable, Sendable {
  /// The open page, the scroll position and the typed digits.
  var screen = ScreenMode()
  /// The key of the chosen session; nil if none is chosen.
  var chosen: String?
  /// The key of the session of the last command.
  private var last: String?

  /// A command for a session.
  enum Command: Hashable, Sendable {
    case lap, undo, redo
    /// Stop, or resume.
    case toggle
  }

  enum Action: Hashable, Sendable {
    case none, quit
    case explain(String)
    case perform(String, Command)
  }

  /// Handles a key.
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
      if board.hasOnlyDigits, screen.digits.isEmpty { return perform(String(digit), .lap) }
      if screen.digits.count < 4 { screen.digits.append(digit) }
    case .backspace where !screen.digits.isEmpty: screen.digits.removeLast()
    case .escape:
      screen.digits = ""
      chosen = nil
    case .enter where !screen.digits.isEmpty:
      let key = screen.digits
      screen.digits = ""
      return perform(key, .lap)
    case .enter, .character("l"): return performForChosen(.lap, "l laps it")
    case .character(" "): return performForChosen(.toggle, "space stops or resumes it")
    case .character("u"): return performForLast(.undo)
    case .character("r"): return performForLast(.redo)
    case .up, .down: choose(key, board)
    case .pageUp, .pageDown, .home, .end:
      if chosen == nil { screen.scroll(key) } else { choose(key, board) }
    default: screen.scroll(key)
    }
    return .none
  }

  private mutating func perform(_ key: String, _ command: Command) -> Action {
    last = key
    return .perform(key, command)
  }

  private mutating func performForChosen(_ command: Command, _ effect: String) -> Action {
    guard let chosen else { return .explain("Choose a session with the arrows first: \(effect).") }
    return perform(chosen, command)
  }

  /// Performs a correction in the chosen session, or in that of the last command.
  private mutating func performForLast(_ command: Command) -> Action {
    guard let key = chosen ?? last else {
      return .explain("Choose a session with the arrows first: u and r change it.")
    }
    return perform(key, command)
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
