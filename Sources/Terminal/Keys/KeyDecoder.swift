/// Tells keys from the bytes that a terminal sends.
///
/// It knows the sequences of ECMA-48 as xterm, the Linux console, VT100 and their kin send them, in
/// both modes of the cursor keys. Others are passed over as a whole, and so are bytes that are no
/// UTF-8. What a terminal brackets as a paste is one key, whatever is in it.
package struct KeyDecoder: Sendable {
  private var rest: [UInt8] = []
  private var paste: Paste?

  package init() {}

  /// Whether bytes wait for more: an escape may be a key, or the beginning of one.
  package var isWaiting: Bool { !rest.isEmpty || isPasting }

  /// Whether a paste has begun, and not ended yet.
  package var isPasting: Bool { paste != nil }

  /// The keys in some more bytes; what may go on stays for the next.
  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    rest += bytes
    return take(isAll: false)
  }

  /// The keys in what waited, if nothing more is to come.
  package mutating func flush() -> [Key] {
    take(isAll: true)
  }

  private mutating func take(isAll: Bool) -> [Key] {
    var keys: [Key] = []
    while true {
      if rest.starts(with: Paste.begin), paste == nil {
        rest.removeFirst(Paste.begin.count)
        paste = Paste()
      }
      if paste != nil {
        guard let text = paste?.text(from: &rest, isAll: isAll) else { return keys }
        keys.append(.paste(text))
        paste = nil
      } else {
        guard let (key, length) = next(isAll: isAll) else { return keys }
        rest.removeFirst(length)
        if let key { keys.append(key) }
      }
    }
  }

  /// The first key, if any is meant, and how many bytes it takes; nil if more are needed.
  private func next(isAll: Bool) -> (key: Key?, length: Int)? {
    guard let first = rest.first else { return nil }
    switch first {
    case 0x1B: return escape(isAll: isAll)
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00, 0x1C...0x1F: return (nil, 1)
    default: return character(first, isAll: isAll)
    }
  }

  private func character(_ first: UInt8, isAll: Bool) -> (key: Key?, length: Int)? {
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
    if bytes.count < length { return isAll ? (nil, bytes.count) : nil }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else {
      return (nil, 1)
    }
    return (.character(character), length)
  }

  private func escape(isAll: Bool) -> (key: Key?, length: Int)? {
    guard rest.count > 1 else { return isAll ? (.escape, 1) : nil }
    switch rest[1] {
    case UInt8(ascii: "["): return sequence(isAll: isAll)
    case UInt8(ascii: "O"):
      guard rest.count > 2 else { return isAll ? (.escape, 1) : nil }
      return (KeySequence.letter(rest[2], parameters: ""), 3)
    default: return (.escape, 1)
    }
  }

  /// ECMA-48, 5.4: parameters 0x30 to 0x3F, intermediates 0x20 to 0x2F, a final byte from 0x40 on.
  private func sequence(isAll: Bool) -> (key: Key?, length: Int)? {
    // The Linux console sends its first function keys as ESC [ [ A: they mean nothing here.
    if rest.count > 2, rest[2] == UInt8(ascii: "[") {
      guard rest.count > 3 else { return isAll ? (.escape, 1) : nil }
      return (nil, (0x40...0x7E).contains(rest[3]) ? 4 : 3)
    }
    var end = 2
    while end < rest.count, (0x20...0x3F).contains(rest[end]) { end += 1 }
    guard end < rest.count else { return isAll ? (.escape, 1) : nil }
    guard (0x40...0x7E).contains(rest[end]) else { return (nil, end) }
    let parameters = String(decoding: rest[2..<end], as: UTF8.self)
    if rest[end] == UInt8(ascii: "~") { return (KeySequence.number(parameters), end + 1) }
    return (KeySequence.letter(rest[end], parameters: parameters), end + 1)
  }
}
