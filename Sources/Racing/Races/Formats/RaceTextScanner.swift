import Text
import Timing

/// Reads the words of formats and rules.
///
/// Words are separated by spaces; `,`, `+` and `=` are words of their own. Text in double quotes is
/// one word; in it, a backslash precedes a quote or a backslash.
struct RaceTextScanner {
  /// A word and its place.
  struct Word {
    var text: String
    /// The offset in bytes.
    var offset: Int
    var written: String
    var isQuoted = false
    /// The whole text.
    var source: String

    /// Whether it is this word, in any case.
    func `is`(_ word: String) -> Bool { !isQuoted && text.lowercased() == word }

    func error(_ reason: String) -> RaceTextError {
      RaceTextError(at: offset, written, reason, in: source)
    }
  }

  private let text: String
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Reads the next word; nil at the end.
  mutating func word() throws(RaceTextError) -> Word? {
    skipSpaces()
    guard index < bytes.count else { return nil }
    let start = index
    if bytes[index] == UInt8(ascii: "\"") { return try quoted() }
    if Self.isSymbol(bytes[index]) {
      index += 1
    } else {
      while index < bytes.count, !Self.endsWord(bytes[index]) { index += 1 }
    }
    return word(at: start..<index)
  }

  /// Returns the next word without reading it; nil at the end.
  func nextWord() throws(RaceTextError) -> Word? {
    var scanner = self
    return try scanner.word()
  }

  /// Reads the next word; throws with a reason at the end.
  mutating func word(_ reason: String) throws(RaceTextError) -> Word {
    guard let word = try word() else {
      throw RaceTextError(at: bytes.count, "", reason, in: text)
    }
    return word
  }

  /// Reads one of some words.
  mutating func expect(_ names: String...) throws(RaceTextError) {
    let reason = "expected " + names.map { "'\($0)'" }.joined(separator: " or ")
    let word = try word(reason)
    guard names.contains(where: word.is) else { throw word.error(reason) }
  }

  /// Reads everything up to the next comma or the end, without spaces around it.
  mutating func value() -> Word {
    skipSpaces()
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: ",") { index += 1 }
    var end = index
    while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
    return word(at: start..<end)
  }

  private mutating func quoted() throws(RaceTextError) -> Word {
    let start = index
    var unquoted: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count,
        Self.isEscaped(bytes[index + 1])
      {
        index += 1
      }
      unquoted.append(bytes[index])
      index += 1
    }
    guard index < bytes.count else {
      throw word(at: start..<index).error("the quote is not closed")
    }
    index += 1
    var word = word(at: start..<index)
    (word.text, word.isQuoted) = (String(decoding: unquoted, as: UTF8.self), true)
    return word
  }

  private func word(at range: Range<Int>) -> Word {
    let written = String(decoding: bytes[range], as: UTF8.self)
    return Word(text: written, offset: range.lowerBound, written: written, source: text)
  }

  private mutating func skipSpaces() {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
  private static func isSymbol(_ byte: UInt8) -> Bool { ",+=".utf8.contains(byte) }
  private static func isEscaped(_ byte: UInt8) -> Bool { #""\"#.utf8.contains(byte) }

  private static func endsWord(_ byte: UInt8) -> Bool {
    isSpace(byte) || isSymbol(byte) || byte == UInt8(ascii: "\"")
  }

  /// Returns a name as a word, in quotes if necessary.
  static func word(for name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && !Harmless.isObeyed($0)
    }
    if isPlain, !name.utf8.contains(where: { endsWord($0) }), !name.isEmpty { return name }
    var bytes = [UInt8(ascii: "\"")]
    for byte in name.utf8 {
      if isEscaped(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}

extension RaceTextScanner.Word {
  /// The duration that it is, above zero.
  func span(orZero: Bool = false) throws(RaceTextError) -> Duration {
    let span: Duration
    do throws(DurationTextError) {
      span = try Duration(text: isQuoted ? written : text)
    } catch {
      throw self.error(error.description)
    }
    guard span > .zero || orZero else { throw error("it is not above zero") }
    return span
  }

  func laps(from first: Int = 1) throws(RaceTextError) -> Int {
    guard isNumber else { throw error("expected a number") }
    guard text.utf8.count <= 18, let number = Int(text),
      first...RaceFormat.lapRange.upperBound ~= number
    else { throw error("the number is not \(first) to 1,000,000") }
    return number
  }

  var isNumber: Bool { !isQuoted && !text.isEmpty && text.isOfDigits }

  /// The name of a point that it is; throws with a reason for a symbol.
  func point(_ reason: String) throws(RaceTextError) -> String {
    guard isQuoted || ![",", "+", "="].contains(text) else { throw error(reason) }
    do throws(LabelError) {
      return try Label.checked(text)
    } catch {
      throw self.error(error.description)
    }
  }
}

extension StringProtocol {
  var isOfDigits: Bool { utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}

/// The reason why a text is not a format of a race, or not its rules.
public struct RaceTextError: Error, Hashable, Sendable {
  /// The offset of the wrong part in bytes.
  public var offset: Int
  /// The place of the wrong part in characters, from 1.
  public var column: Int
  /// The wrong part; empty at the end of the text.
  public var word: String
  /// The reason in English, a clause without a full stop.
  public var reason: String

  init(at offset: Int, _ word: String, _ reason: String, in text: String) {
    self.offset = offset
    column = String(decoding: text.utf8.prefix(offset), as: UTF8.self).count + 1
    self.word = word
    self.reason = reason
  }
}

extension RaceTextError: CustomStringConvertible {
  /// The place and the reason in English, a clause without a full stop.
  public var description: String {
    word.isEmpty ? "\(reason) at the end" : "'\(word.echoed)' at character \(column): \(reason)"
  }
}
