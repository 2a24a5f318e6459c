/// Takes numbers and texts from the front of an input; zeros and nothing when it is used up.
struct TakenBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isEmpty: Bool { rest.isEmpty }

  /// All that is left.
  mutating func all() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// One of so many.
  mutating func index(below count: Int) -> Int { Int(byte()) % max(count, 1) }

  /// A number of any size, as likely at an end of what 64 bits hold as anywhere.
  mutating func number() -> Int64 {
    let width = byte()
    switch width {
    case 250: return .max
    case 251: return .min
    case 252: return -1
    default: break
    }
    var number: Int64 = 0
    for _ in 0..<width % 9 { number = number << 8 | Int64(byte()) }
    return number
  }

  /// Up to 255 bytes, mended where they are no UTF-8.
  mutating func text() -> String {
    let count = Int(byte())
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}
