/// The bounds of what people call their sessions, laps and tags: 1 to 1,024 bytes of valid UTF-8.
///
/// Any character may be in it, also what a terminal would obey: it is kept as it is, and made
/// harmless where it is shown.
public enum Label {
  /// The most bytes that a name, label or tag has.
  public static let mostBytes = 1024

  /// Takes a text for a name, label or tag.
  ///
  /// - Parameter text: the text, valid as every Swift string is.
  /// - Returns: the same text.
  /// - Throws: why it cannot be one.
  public static func checked(_ text: String) throws(LabelError) -> String {
    try check(byteCount: text.utf8.count)
    return text
  }

  /// Takes bytes from outside for a name, label or tag.
  ///
  /// Swift's `CommandLine.arguments` mends invalid UTF-8 without a word; the bytes of the command
  /// line are in `CommandLine.unsafeArgv`.
  ///
  /// - Parameter bytes: the bytes, valid UTF-8 or not.
  /// - Returns: the text, its bytes unchanged.
  /// - Throws: why it cannot be one.
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

/// Why a text cannot be a name, label or tag.
public enum LabelError: Error, Hashable, Sendable {
  /// Nothing is there.
  case empty
  /// It has more than 1,024 bytes.
  case tooLong(bytes: Int)
  /// Its bytes are not UTF-8.
  case invalidUTF8
}
