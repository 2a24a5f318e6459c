import Timing
import Text

/// A paste that is being received, bracketed as xterm and its kin do it in mode 2004.
struct Paste: Sendable {
  static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  /// What came of it: a byte more than is taken, which tells whether a character ends before it.
  private var bytes: [UInt8] = []

  /// Takes in what belongs to it.
  ///
  /// - Parameters:
  ///   - rest: what was received; of this stays what follows the paste, or may begin its end.
  ///   - isAll: whether nothing more is to come, so that it ends here.
  /// - Returns: what was pasted, once it has come to its end.
  mutating func text(from rest: inout [UInt8], isAll: Bool) -> String? {
    let length =
      rest.indices.first { Self.end.starts(with: rest[$0...].prefix(Self.end.count)) } ?? rest.count
    bytes += rest[..<length].prefix(Label.mostBytes + 1 - bytes.count)
    rest.removeFirst(length)
    guard isAll || rest.count >= Self.end.count else { return nil }
    rest.removeFirst(min(rest.count, Self.end.count))
    return text
  }

  private var text: String {
    var kept = bytes.prefix(Label.mostBytes)
    while kept.count < bytes.count, !kept.isEmpty, bytes[kept.count] & 0xC0 == 0x80 {
      kept.removeLast()
    }
    // Bytes that are no UTF-8 are passed over, as those of keys are.
    return String(decoding: kept, as: UTF8.self).filter { $0 != "\u{FFFD}" }
  }
}
