package import Text

/// A session as a user names it.
package enum SessionReference: Hashable, Sendable {
  /// Digits: its number, unless another session has them as its name.
  case digits(Int)
  /// `number:28`: its number.
  case number(Int)
  /// Its uid.
  case uid(EventID)
  /// `name:28`, or any other text: its name.
  case name(String)

  /// Interprets a text.
  package init(_ text: String) {
    if let number = Self.number(text[...]) {
      self = .digits(number)
    } else if text.hasPrefix("number:"), let number = Self.number(text.dropFirst(7)) {
      self = .number(number)
    } else if text.hasPrefix("name:") {
      self = .name(String(text.dropFirst(5)))
    } else {
      self = EventID(text).map(Self.uid) ?? .name(text)
    }
  }

  /// Returns the number in a text of digits; if it is too large, 0, which is never the number of a
  /// session.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? 0
  }
}
