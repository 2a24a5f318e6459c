import Text

/// The reason why a text is not a format of a race, or not its rules.
public struct RaceTextError: Error, Hashable, Sendable {
  /// The offset of the wrong part in bytes.
  public var offset: Int
  /// The place of the wrong part in characters, from 1.
  public var column = 1
  /// The wrong part; empty at the end of the text.
  public var word: String
  /// The reason in English, a clause without a full stop.
  public var reason: String
  /// The nearest good word in place of the wrong part; nil if none is near.
  public var nearest: String?
  /// The nearest good text as a whole; nil if none is near.
  public var correction: String?

  init(at offset: Int, _ word: String, _ reason: String, nearest: String? = nil) {
    self.offset = offset
    self.word = word
    self.reason = reason
    self.nearest = nearest
  }

  /// Returns the error with its place in a text, and with the correction.
  ///
  /// - Parameters:
  ///   - text: the whole text.
  ///   - separator: the text around the nearest word.
  ///   - good: returns the usual form of a text, or nil if it is not good.
  /// - Returns: the error.
  func located(
    in text: String, separator: String = "", _ good: (String) -> String?
  ) -> RaceTextError {
    let bytes = Array(text.utf8)
    let start = min(offset, bytes.count)
    let end = min(start + word.utf8.count, bytes.count)
    let before = String(decoding: bytes[..<start], as: UTF8.self)
    var error = self
    error.column = before.count + 1
    if let nearest {
      let after = String(decoding: bytes[end...], as: UTF8.self)
      error.correction = good(before + separator + nearest + separator + after)
    }
    return error
  }
}

extension RaceTextError: CustomStringConvertible {
  /// The place and the reason in English, a clause without a full stop.
  public var description: String {
    word.isEmpty ? "\(reason) at the end" : "'\(word.echoed)' at character \(column): \(reason)"
  }
}
