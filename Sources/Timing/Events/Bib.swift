import Text

/// The limits of bibs: 1 to 16 characters, none of which controls a terminal.
public enum Bib {
  /// Returns a valid bib; throws the reason why it is not.
  public static func checked(_ text: String) throws(BibError) -> String {
    let characters = text.unicodeScalars
    guard !characters.isEmpty else { throw .empty }
    guard characters.count <= RaceEvent.Entry.longestBib else {
      throw .tooLong(characters: characters.count)
    }
    guard !characters.contains(where: Harmless.isObeyed) else { throw .controlCharacter }
    return text
  }

  /// The word that means nobody.
  public static let nobody = "none"

  /// Returns a valid bib of a runner, which is not the word that means nobody; throws the reason
  /// why it is not.
  public static func checkedRunner(_ text: String) throws(BibError) -> String {
    guard text != nobody else { throw .meansNobody }
    return try checked(text)
  }
}

/// The reason why a text is not a valid bib.
public enum BibError: Error, Hashable, Sendable {
  /// It is empty.
  case empty
  /// It has more than 16 characters.
  case tooLong(characters: Int)
  /// It has a character that controls a terminal or the reading order.
  case controlCharacter
  /// It is the word that means nobody.
  case meansNobody
}

extension BibError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong(let characters):
      "it has \(characters) characters; the limit is \(RaceEvent.Entry.longestBib)"
    case .controlCharacter: "it has a control character"
    case .meansNobody: "it means nobody"
    }
  }
}
