/// A fuzz target: code that must handle any bytes.
///
/// libFuzzer searches for bytes that crash a target or let a check of it fail. The tests run the
/// inputs in `Seeds`.
protocol FuzzTarget: Sendable {
  /// The name, also that of the folder of seeds.
  static var name: String { get }

  /// Runs the code on an input.
  ///
  /// - Throws: `Violation` if a property does not hold.
  static func test(_ bytes: [UInt8]) throws
}

/// The description of a property that does not hold for an input.
struct Violation: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

func check(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !holds { throw Violation(otherwise()) }
}

let targets: [any FuzzTarget.Type] = [
  MomentTarget.self, DurationTarget.self, WordsTarget.self, LineTarget.self,
  PayloadTarget.self, ImportTarget.self, RowsTarget.self, PagesTarget.self,
  FormatTarget.self, RulesTarget.self, EntriesTarget.self, RequestTarget.self,
]

/// Reads numbers and texts from the front of an input.
///
/// At its end, numbers are zero and texts are empty.
struct FuzzedData {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func all() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func index(below count: Int) -> Int { Int(byte()) % max(count, 1) }

  /// Reads a number; small ones and the ends of the range of 64 bits are frequent.
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

  /// Reads a text of up to 255 bytes; invalid UTF-8 is replaced.
  mutating func text() -> String {
    let count = Int(byte())
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}
