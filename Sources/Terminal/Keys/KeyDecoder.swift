import Text
package import Timing

/// Decodes the bytes that a terminal sends into keys.
///
/// It knows the ECMA-48 sequences of xterm, the Linux console, VT100 and similar terminals, in both
/// modes of the cursor keys. Other sequences are skipped as a whole, and so are bytes that are not
/// UTF-8. A bracketed paste is one key.
package struct KeyDecoder: Sendable {
  private var rest: [UInt8] = []
  private var paste: Paste?

  package init() {}

  /// Whether bytes are left that may begin a key: an escape may be one, or begin one.
  package var isWaiting: Bool { !rest.isEmpty || isPasting }

  /// Whether a paste has begun and not ended.
  package var isPasting: Bool { paste != nil }

  /// Decodes more bytes; an incomplete key at the end is kept for the next call.
  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    rest += bytes
    return decode(isComplete: false)
  }

  /// Decodes the bytes left, given that no more will come.
  package mutating func flush() -> [Key] {
    decode(isComplete: true)
  }

  private mutating func decode(isComplete: Bool) -> [Key] {
    var keys: [Key] = []
    while true {
      if rest.starts(with: Paste.begin), paste == nil {
        rest.removeFirst(Paste.begin.count)
        paste = Paste()
      }
      if paste != nil {
        guard let text = paste?.text(from: &rest, isComplete: isComplete) else { return keys }
        keys.append(.paste(text))
        paste = nil
      } else {
        guard let (key, length) = next(isComplete: isComplete) else { return keys }
        rest.removeFirst(length)
        if let key { keys.append(key) }
      }
    }
  }

  /// The first key, nil for bytes to be skipped, and its length; nil if more bytes are needed.
  private func next(isComplete: Bool) -> (key: Key?, length: Int)? {
    guard let first = rest.first else { return nil }
    switch first {
    case 0x1B: return escape(isComplete: isComplete)
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00, 0x1C...0x1F: return (nil, 1)
    default: return character(first, isComplete: isComplete)
    }
  }

  private func character(_ first: UInt8, isComplete: Bool) -> (key: Key?, length: Int)? {
    let length =
      switch first {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0 else { return (nil, 1) }
    let bytes = rest.prefix(length)
    if bytes.dropFirst().contains(where: { $0 & 0xC0 != 0x80 }) { return (nil, 1) }
    if bytes.count < length { return isComplete ? (nil, bytes.count) : nil }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else {
      return (nil, 1)
    }
    return (.character(character), length)
  }

  private func escape(isComplete: Bool) -> (key: Key?, length: Int)? {
    guard rest.count > 1 else { return isComplete ? (.escape, 1) : nil }
    switch rest[1] {
    case UInt8(ascii: "["): return sequence(isComplete: isComplete)
    case UInt8(ascii: "O"):
      guard rest.count > 2 else { return isComplete ? (.escape, 1) : nil }
      return (Self.key(rest[2], parameters: ""), 3)
    default: return (.escape, 1)
    }
  }

  /// ECMA-48, 5.4: parameters 0x30 to 0x3F, intermediates 0x20 to 0x2F, a final byte from 0x40 on.
  private func sequence(isComplete: Bool) -> (key: Key?, length: Int)? {
    // The Linux console sends its first function keys as ESC [ [ A: they have no meaning here.
    if rest.count > 2, rest[2] == UInt8(ascii: "[") {
      guard rest.count > 3 else { return isComplete ? (.escape, 1) : nil }
      return (nil, (0x40...0x7E).contains(rest[3]) ? 4 : 3)
    }
    var end = 2
    while end < rest.count, (0x20...0x3F).contains(rest[end]) { end += 1 }
    guard end < rest.count else { return isComplete ? (.escape, 1) : nil }
    guard (0x40...0x7E).contains(rest[end]) else { return (nil, end) }
    let parameters = String(decoding: rest[2..<end], as: UTF8.self)
    if rest[end] == UInt8(ascii: "~") { return (Self.key(number: parameters), end + 1) }
    return (Self.key(rest[end], parameters: parameters), end + 1)
  }

  /// The key of a sequence that ends in a letter.
  private static func key(_ final: UInt8, parameters: String) -> Key? {
    let isShifted = parameters.hasPrefix("1;") && parameters != "1;1"
    return switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): isShifted ? .shiftRight : .right
    case UInt8(ascii: "D"): isShifted ? .shiftLeft : .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M") where parameters.isEmpty: .enter
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  /// The key of a sequence that ends in a tilde.
  private static func key(number parameters: String) -> Key? {
    switch parameters.prefix(while: { $0 != ";" }) {
    case "1", "7": .home
    case "3": .delete
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: nil
    }
  }
}

/// A key, independent of the bytes that a terminal sends for it.
package enum Key: Hashable, Sendable {
  /// A key that types a character, such as a letter or the space bar.
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, shiftLeft, shiftRight
  case pageUp, pageDown, home, end
  /// The control key with a letter, given in lower case.
  case control(Character)
  /// Pasted text, at most as long as a label; it presses no keys.
  case paste(String)

  /// Whether it types a digit, 0 to 9.
  var isDigit: Bool {
    guard case .character(let character) = self else { return false }
    return "0"..."9" ~= character
  }
}

/// A key that was pressed, with the clocks at that moment.
package struct KeyPress: Hashable, Sendable {
  package var key: Key
  package var reading: Reading

  package init(_ key: Key, at reading: Reading) {
    self.key = key
    self.reading = reading
  }
}

/// A paste being received, in the brackets of xterm's mode 2004.
struct Paste: Sendable {
  static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  /// The bytes received: one more than is kept, which shows whether a character ends before it.
  private var bytes: [UInt8] = []

  /// Consumes the bytes of the paste, and returns the pasted text; nil until its end is received.
  ///
  /// The bytes after the paste stay, and those that may begin its end. If `isComplete`, no more
  /// bytes will come, and the paste ends here.
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
