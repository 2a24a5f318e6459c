import Text

/// A paste being received, in the brackets of xterm's mode 2004.
struct Paste: Sendable {
  static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  /// The bytes received: one more than is kept, which shows whether a character ends before it.
  private var bytes: [UInt8] = []

  /// Consumes the bytes of the paste.
  ///
  /// - Parameters:
  ///   - rest: the bytes received; those after the paste stay, and those that may begin its end.
  ///   - isComplete: whether no more bytes will come, so that the paste ends here.
  /// - Returns: the pasted text; nil until the end is received.
  mutating func text(from rest: inout [UInt8], isComplete: Bool) -> String? {
    let length =
      rest.indices.first { Self.end.starts(with: rest[$0...].prefix(Self.end.count)) } ?? rest.count
    bytes += rest[..<length].prefix(Label.mostBytes + 1 - bytes.count)
    rest.removeFirst(length)
    guard isComplete || rest.count >= Self.end.count else { return nil }
    rest.removeFirst(min(rest.count, Self.end.count))
    return text
  }

  private var text: String {
    var kept = bytes.prefix(Label.mostBytes)
    while kept.count < bytes.count, !kept.isEmpty, bytes[kept.count] & 0xC0 == 0x80 {
      kept.removeLast()
    }
    // Bytes that are not UTF-8 are skipped, as they are for keys.
    return String(decoding: kept, as: UTF8.self).filter { $0 != "\u{FFFD}" }
  }
}
