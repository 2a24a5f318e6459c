import Text

/// The limits of bibs: 1 to 16 characters, none of which controls a terminal.
public enum Bib {
  /// The word that means nobody.
  public static let nobody = "none"

  /// Returns a valid bib; throws the reason why it is not.
  public static func checked(_ text: String) throws(BibError) -> String {
    let (characters, most) = (text.unicodeScalars, RaceEvent.Entry.longestBib)
    guard !characters.isEmpty else { throw BibError("it is empty") }
    guard characters.count <= most else {
      throw BibError("it has \(characters.count) characters; the limit is \(most)")
    }
    guard !characters.contains(where: Harmless.isObeyed) else { throw .controlCharacter }
    return text
  }

  /// Returns a valid bib of a runner, which is not the word that means nobody; throws the reason
  /// why it is not.
  public static func checkedRunner(_ text: String) throws(BibError) -> String {
    guard text != nobody else { throw BibError("it means nobody") }
    return try checked(text)
  }
}

/// The reason why a text is not a valid bib.
public struct BibError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public let description: String

  fileprivate init(_ description: String) { self.description = description }

  /// It has a character that controls a terminal or the reading order.
  package static let controlCharacter = BibError("it has a control character")
}
