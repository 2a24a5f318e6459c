import Live
import Timing

/// The keys of a screen, in the order of its footer.
///
/// The first row that has a pressed key and works at that moment has the effect.
struct KeyTable: Sendable {
  /// Whether the keys work in a countdown; in other tables only those of marked rows do.
  var worksInCountdown = false
  let rows: [KeyRow]

  /// Handles the key of a moment.
  func handle(_ moment: inout KeyMoment) {
    rows.first { $0.has(moment.key) && works($0, moment) }?.effect(&moment)
  }

  /// In the hold-off only quit works.
  private func works(_ row: KeyRow, _ moment: KeyMoment) -> Bool {
    if moment.isHeldOff { return row.keys == KeyRow.quitKeys }
    return (worksInCountdown || row.worksInCountdown || moment.phase != .countdown)
      && row.works(moment)
  }

  /// A key in the footer, with its effect in a word or two.
  typealias Control = (key: String, word: String, rank: Int)

  /// The controls of a moment: each key with its present effect.
  func controls(_ moment: KeyMoment) -> [Control] {
    var shown: Set<Key> = []
    return rows.compactMap { row in
      guard let word = row.word(moment), shown.isDisjoint(with: row.keys), works(row, moment) else {
        return nil
      }
      shown.formUnion(row.keys)
      return (row.name ?? row.keys.first?.name ?? "", word, row.rank)
    }
  }

  /// The lines of the help page.
  var help: [KeyRow.Help] {
    let lines = rows.compactMap(\.help)
    return KeyRow.HelpPlace.allCases.flatMap { place in lines.filter { $0.place == place } }
  }
}

/// A key, or several with a common effect.
struct KeyRow: Sendable {
  typealias Condition = @Sendable (KeyMoment) -> Bool
  /// A line of the help page: keys and effect, with other keys in braces, and both on a narrow
  /// screen.
  typealias Help = (
    key: String, effect: String, shortKey: String, shortEffect: String, place: HelpPlace
  )

  /// The part of the help page; the smallest screens leave out the minor lines.
  enum HelpPlace: CaseIterable {
    case first, usual, late, minor, last
  }

  /// The keys; empty for all that type a character, and Enter.
  var keys: [Key]
  /// The keys as the footer names them; nil for the first of them.
  var name: String?
  /// Returns the effect in a word or two; nil leaves the keys out of the footer.
  var word: @Sendable (KeyMoment) -> String? = { _ in nil }
  /// The priority in a footer where room is scarce: higher ranks are left out first.
  var rank = 0
  var help: Help?
  /// The name of the setting by which the user chooses another key.
  var setting: String?
  /// Whether a second press that follows too soon is ignored.
  var bounces = false
  var worksInCountdown = false
  var works: Condition = { _ in true }
  var effect: @Sendable (inout KeyMoment) -> Void

  fileprivate func has(_ key: Key) -> Bool {
    if case .character = key, keys.isEmpty { return true }
    return keys.contains(key) || keys.isEmpty && key == .enter
  }
}

/// The rows of several tables.
extension KeyRow {
  static let quitKeys: [Key] = ["q"]
  static let digits = (0...9).map { Key.character(Character("\($0)")) }
  static let arrows: [Key] = [.up, .down]
  static let pages: [Key] = [.pageUp, .pageDown, .home, .end]

  static func quit(_ effect: String) -> KeyRow {
    KeyRow(
      keys: quitKeys, word: { _ in "quit" }, rank: 2, help: ("q", effect, "q", "quit", .last),
      worksInCountdown: true
    ) { $0.action = .quit }
  }

  static let openHelp = KeyRow(keys: ["?"], word: { _ in "help" }, rank: 3) { $0.open(.help) }

  static func scroll(_ keys: [Key], _ help: Help) -> KeyRow {
    KeyRow(keys: keys, help: help) { $0.state.scroll($0.key) }
  }

  static func explain(_ keys: [Key], _ text: String) -> KeyRow {
    KeyRow(keys: keys) { $0.action = .explain(text) }
  }

  /// Undo, which asks before it takes back the start of a clock.
  static let undo = KeyRow(
    keys: ["u"], word: { $0.board.canUndo ? "undo" : nil }, rank: 4,
    help: ("u, r", "undo or redo the newest event", "u r", "undo, redo", .usual), setting: "undo",
    worksInCountdown: true
  ) { $0.undo(in: $0.board) }

  static let redo = KeyRow(
    keys: ["r"], word: { $0.board.canRedo && $0.isKept ? "redo" : nil }, rank: 6, setting: "redo"
  ) { $0.perform(.redo) }

  static let mark = KeyRow(
    keys: ["m"], word: { $0.isKept ? "mark" : nil }, rank: 5,
    help: ("m", "mark this moment; then type a label", "m", "mark", .usual), setting: "mark",
    works: \.hasSession
  ) { $0.state.page = .prompt(.mark(at: $0.now), TextLine()) }

  static func name(_ subject: String, _ place: HelpPlace) -> KeyRow {
    KeyRow(
      keys: ["n"], word: { $0.isKept && $0.board.race == nil ? "name" : nil }, rank: 7,
      help: ("n", "name the \(subject)", "n", "name", place), setting: "name", works: \.hasSession
    ) { $0.state.page = .prompt(.name, TextLine($0.board.session.summary.profile.name ?? "")) }
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }

  /// The name of the key in a footer.
  var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    default: "esc"
    }
  }
}
