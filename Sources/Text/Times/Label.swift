/// The limits of names, labels and tags: 1 to 1,024 bytes of valid UTF-8.
///
/// All characters are allowed and stored unchanged, also control characters; output makes them
/// harmless.
public enum Label {
  /// The maximum number of bytes.
  public static let mostBytes = 1024

  /// Returns a valid name, label or tag; throws the reason why it is not.
  public static func checked(_ text: String) throws(LabelError) -> String {
    let count = text.utf8.count
    guard count > 0 else { throw .empty }
    guard count <= mostBytes else { throw .tooLong(bytes: count) }
    return text
  }
}

/// The reason why a text is not a valid name, label or tag.
public enum LabelError: Error, Hashable, Sendable {
  /// It is empty.
  case empty
  /// It has more than 1,024 bytes.
  case tooLong(bytes: Int)
}

extension LabelError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong(let bytes): "it has \(bytes) bytes; the limit is \(Label.mostBytes)"
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: Substring {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
