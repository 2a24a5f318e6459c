package import Live
import Timing

/// The keys of a live screen that the user chose, beside the usual ones.
package struct KeyMap: Hashable, Sendable {
  /// The usual key for each chosen one.
  private var chosen: [Character: Character]
  /// The time after a press of the start/stop key or the lap key in which the same key is ignored.
  package var debounce: Duration

  /// Creates a map; without arguments, only the usual keys work.
  package init(_ chosen: [Character: Character] = [:], debounce: Duration = .zero) {
    self.chosen = chosen
    self.debounce = debounce
  }

  /// The map for the keys of a session: in a race, space and the keys that it exchanges have their
  /// usual effects, since space records crossings there.
  package func map(for board: SessionBoard) -> KeyMap {
    guard board.race != nil || board.timedPoint != nil else { return self }
    return KeyMap(chosen.filter { $0.key != " " && $0.value != " " }, debounce: debounce)
  }

  /// Returns the usual key with the effect of a key, which is itself if it answers a question.
  func meaning(of key: Key, after question: UndoQuestion?) -> Key {
    if question != nil, key == UndoQuestion.yes { return key }
    guard case .character(let character) = key, let usual = chosen[character] else { return key }
    return .character(usual)
  }

  /// The characters with an effect of their own on a live screen, apart from space and digits.
  package static let usualKeys = Set(
    KeyTable.live.flatMap(\.rows).flatMap(\.keys).compactMap { key in
      if case .character(let character) = key, character != " ", !key.isDigit {
        character
      } else {
        nil
      }
    })

  /// The effects whose keys the user can choose: the name of the setting and the usual key.
  package static let settings: [(name: String, key: Character)] =
    KeyTable.session.rows.compactMap { row in
      guard let name = row.setting, case .character(let key)? = row.keys.first else { return nil }
      return (name, key)
    }

  /// Returns the name of keys with the chosen keys in place of the usual ones: `j, Enter` for
  /// `l, Enter`.
  func shown(_ keys: String) -> String {
    guard !chosen.isEmpty else { return keys }
    let words = keys.split(separator: " ").map { word in
      let name = word.prefix { $0 != "," }
      let key = chosen.filter { Self.name(of: $0.value) == name }.keys.min()
      return key.map { Self.name(of: $0) + word.dropFirst(name.count) } ?? String(word)
    }
    return words.joined(separator: " ")
  }

  private static func name(of key: Character) -> String { key == " " ? "space" : String(key) }

  /// Returns a text with the chosen keys in place of the usual ones in braces: `j laps it` for
  /// `{l} laps it`.
  package func withChosenKeys(in text: String) -> String {
    text.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
      return shown(String(part[..<end])) + part[part.index(after: end)...]
    }.joined()
  }

  /// Whether a press repeats the one before it too soon; both have their usual keys.
  func isBounce(_ press: KeyPress, after last: KeyPress?) -> Bool {
    guard Self.bouncing.contains(press.key), let last, press.key == last.key else { return false }
    return press.reading.ticks - last.reading.ticks < debounce
  }

  private static let bouncing: Set<Key> = Set(
    KeyTable.session.rows.filter { $0.bounces }.flatMap { $0.keys })
}
