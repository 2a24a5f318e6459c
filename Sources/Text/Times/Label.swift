/// The limits of names, labels and tags: 1 to 1,024 bytes of valid UTF-8.
///
/// All characters are allowed and stored unchanged, also control characters; output makes them
/// harmless.
public enum Label {
  /// The maximum number of bytes.
  public static let mostBytes = 1024

  /// Returns a valid name, label or tag; throws the reason why it is not.
  public static func checked(_ text: String) throws(LabelError) -> String {
    try check(byteCount: text.utf8.count)
    return text
  }

  /// Checks the bytes of a name, label or tag.
  ///
  /// Swift's `CommandLine.arguments` silently repairs invalid UTF-8; `CommandLine.unsafeArgv` has
  /// the bytes of the command line.
  ///
  /// - Parameter bytes: the bytes, which may be invalid UTF-8.
  /// - Returns: the text.
  /// - Throws: the reason why it is not valid.
  public static func checked(utf8 bytes: some Collection<UInt8>) throws(LabelError) -> String {
    try check(byteCount: bytes.count)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8 }
    return text
  }

  private static func check(byteCount: Int) throws(LabelError) {
    guard byteCount > 0 else { throw .empty }
    guard byteCount <= mostBytes else { throw .tooLong(bytes: byteCount) }
  }
}

/// The reason why a text is not a valid name, label or tag.
public enum LabelError: Error, Hashable, Sendable {
  /// It is empty.
  case empty
  /// It has more than 1,024 bytes.
  case tooLong(bytes: Int)
  /// Its bytes are not UTF-8.
  case invalidUTF8
}

extension LabelError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong(let bytes): "it has \(bytes) bytes; the limit is \(Label.mostBytes)"
    case .invalidUTF8: "it is not valid UTF-8"
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
