/// How text stands out in a terminal: the parameters of ECMA-48's SGR.
package enum Style: String, Sendable {
  case bold = "1"
  case dim = "2"
  case green = "32"
  case yellow = "33"

  /// What turns it on.
  package var on: String { "\u{1B}[\(rawValue)m" }
  /// What turns all styles off.
  package static let off = "\u{1B}[0m"

  /// The text in this style; as it is, when colors are not wanted.
  package func applied(to text: String, if isWanted: Bool) -> String {
    isWanted && !text.isEmpty ? on + text + Self.off : text
  }
}
