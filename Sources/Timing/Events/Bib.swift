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
}

extension Bib {
  /// The word that means nobody.
  public static let nobody = "none"

  /// Returns a valid bib of a runner, which is not the word that means nobody; throws the reason
  /// why it is not.
  public static func checkedRunner(_ text: String) throws(BibError) -> String {
    guard text != nobody else { throw .meansNobody }
    return try checked(text)
  }
}

extension Bib {
  /// Returns a bib in lower case and without spaces at its ends: people take bibs that are equal
  /// then for the same one.
  package static func folded(_ bib: String) -> String { String(bib.lowercased().trimmed) }

  /// Whether a bib has letters that have a case, or spaces at its ends.
  package static func canBeConfused(_ bib: String) -> Bool {
    folded(bib) != bib || bib.uppercased() != bib
  }

  /// Whether two bibs differ, but only by the case of letters or by spaces at their ends.
  package static func areConfusable(_ first: String, _ second: String) -> Bool {
    first != second && folded(first) == folded(second)
  }
}

extension Bib {
  /// Returns at most three bibs that another one may have been meant to be: those that people take
  /// for the same one, else those with one wrong, missing or swapped character.
  ///
  /// - Complexity: O(n log n) in the bibs.
  package static func nearest(to bib: String, among bibs: some Sequence<String>) -> [String] {
    let most = 3
    let confusable = bibs.filter { areConfusable($0, bib) }.sorted()
    return confusable.isEmpty
      ? Spelling.neighbors(of: bib, among: bibs, atMost: most) : Array(confusable.prefix(most))
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
