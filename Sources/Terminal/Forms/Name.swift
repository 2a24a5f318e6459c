/// A person's name in its two parts.
package struct Name: Hashable, Sendable {
  package var first: String
  package var last: String

  package init(first: String, last: String) {
    self.first = first
    self.last = last
  }

  /// The parts of a full name: the last word is the last name, if there are several.
  package init(full: String) {
    let full = full.trimmed
    guard let gap = full.lastIndex(where: \.isWhitespace) else {
      self.init(first: String(full), last: "")
      return
    }
    self.init(first: String(full[..<gap].trimmed), last: String(full[gap...].trimmed))
  }

  /// The parts in a row.
  package var full: String {
    [first.trimmed, last.trimmed].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: Substring {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
