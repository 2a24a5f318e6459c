import Text

/// A list of a session that can be followed.
enum BoardList: Hashable, Sendable {
  case overall
  case category(String)
  case wave(String)
  /// The runners of each team together.
  case teams
  /// The newest crossings.
  case passings
  /// The laps of a session that is no race.
  case attempt

  /// The name in addresses.
  var text: String { names.text }

  /// The name for people.
  var title: String { names.title }

  private var names: (text: String, title: String) {
    switch self {
    case .overall: ("overall", "Overall")
    case .category(let name): ("category:\(name)", name)
    case .wave(let name): ("wave:\(name)", "Wave \(name)")
    case .teams: ("teams", "Teams")
    case .passings: ("passings", "Passings")
    case .attempt: ("attempt", "Laps")
    }
  }

  /// The name of its folder among published files: the bytes of its name in hexadecimal digits; nil if
  /// a name of a file cannot be as long.
  var folder: String? {
    let name = text.utf8.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    return name.utf8.count > 255 ? nil : name
  }

  var cells: [BoardCell] { [BoardCell("list", .text(text)), BoardCell("title", title)] }
}
