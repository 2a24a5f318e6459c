import Text

/// A line of text being typed, with its cursor; never longer than a label may be by typing.
package struct TextLine: Hashable, Sendable {
  package private(set) var text: String
  /// The number of characters before the cursor.
  package private(set) var cursor: Int

  /// Makes a line with the cursor at its end.
  package init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// The text before the cursor.
  package var head: Substring { text.prefix(cursor) }

  /// Handles a key; keys that do not edit a line are ignored.
  ///
  /// - Returns: whether the text has changed.
  @discardableResult
  package mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): return insert(String(character))
    case .paste(let text): return paste(text)
    case .backspace:
      guard cursor > 0 else { return false }
      cursor -= 1
      return remove()
    case .delete: return remove()
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .control("u"):
      text.removeFirst(head.count)
      cursor = 0
      return true
    default: break
    }
    return false
  }

  /// Inserts as much of a text as fits, joined into one line, without control characters.
  private mutating func paste(_ pasted: String) -> Bool {
    let room = Label.mostBytes - text.utf8.count
    var fitting = ""
    for character in pasted.split(whereSeparator: \.isNewline).joined(separator: " ") {
      let character = character == "\t" ? " " : character
      if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        continue
      }
      guard fitting.utf8.count + character.utf8.count <= room else { break }
      fitting.append(character)
    }
    return insert(fitting)
  }

  private mutating func insert(_ new: String) -> Bool {
    guard !new.isEmpty, text.utf8.count + new.utf8.count <= Label.mostBytes else { return false }
    let rest = text.dropFirst(cursor)
    let head = String(head) + new
    text = head + rest
    // A combining accent forms one character with the letter before it.
    cursor = text.count - rest.count
    return true
  }

  private mutating func remove() -> Bool {
    guard cursor < text.count else { return false }
    text.remove(at: text.index(text.startIndex, offsetBy: cursor))
    return true
  }
}
