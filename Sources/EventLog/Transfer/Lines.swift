import Glibc

/// The lines of a stream of bytes, each with its end, one after the other in the same memory.
struct Lines {
  /// Longer lines are no events: all that one says may be as long as this.
  static let longest = 16 << 20

  private let chunk: () throws -> [UInt8]?
  private var buffer: [UInt8] = []
  private var start = 0
  private var end = 0
  private var isDry = false

  /// - Parameter chunk: the bytes that come next; nil when there are no more.
  init(_ chunk: @escaping () throws -> [UInt8]?) {
    self.chunk = chunk
  }

  /// Whether nothing is left, not even half a line.
  var isAtEnd: Bool { isDry && end == buffer.count }

  /// Whether the line that `advance` did not find is too long.
  var isTooLong: Bool { !isDry && buffer.count - end > Self.longest }

  /// Goes on to the next whole line, if there is one.
  mutating func advance() throws -> Bool {
    start = end
    var searched = start
    while true {
      if let found = newline(from: searched) {
        end = found + 1
        return true
      }
      guard !isTooLong else { return false }
      buffer.removeFirst(start)
      searched = buffer.count
      (start, end) = (0, 0)
      guard let more = try chunk() else {
        isDry = true
        return false
      }
      buffer += more
    }
  }

  /// Reads the line arrived at in place.
  func withLine<Value>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Value) rethrows -> Value {
    try buffer.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[start..<end]))
    }
  }

  private func newline(from index: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard index < bytes.count, let base = bytes.baseAddress else { return nil }
      guard let found = memchr(base + index, 0x0A, bytes.count - index) else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
