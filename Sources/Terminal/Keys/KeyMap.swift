import Timing

/// The keys of a live screen that the user chose, beside the usual ones.
package struct KeyMap: Hashable, Sendable {
  /// The usual key for each chosen one.
  package var usualKeys: [Character: Character]
  /// The time after a press of the start/stop key or the lap key in which the same key is ignored.
  package var debounce: Duration

  /// Creates a map; without arguments, only the usual keys work.
  package init(_ usualKeys: [Character: Character] = [:], debounce: Duration = .zero) {
    self.usualKeys = usualKeys
    self.debounce = debounce
  }

  /// The usual key that a key stands for.
  func meaning(of key: Key) -> Key {
    guard case .character(let character) = key, let usual = usualKeys[character] else { return key }
    return .character(usual)
  }

  /// Whether a press repeats the one before it too soon.
  func isBounce(_ press: KeyPress, after last: KeyPress?) -> Bool {
    let key = meaning(of: press.key)
    let canBounce = key == .character(" ") || key == .character("l") || key == .enter
    guard canBounce, let last, key == meaning(of: last.key) else { return false }
    return press.reading.ticks - last.reading.ticks < debounce
  }
}
