import Glibc

/// Splits a stream of bytes into lines, each with its end, one after the other in the same memory.
struct Lines {
  /// The largest length of a line; no valid event is longer.
  static let longest = 16 << 20

  private let chunk: () throws -> [UInt8]?
  private var buffer: [UInt8] = []
  private var start = 0
  private var end = 0
  private var isDry = false

  /// - Parameter chunk: returns the next bytes; nil at the end.
  init(_ chunk: @escaping () throws -> [UInt8]?) {
    self.chunk = chunk
  }

  /// Whether no bytes are left, not even a partial line.
  var isAtEnd: Bool { isDry && end == buffer.count }

  /// Whether the line that `advance` did not find is too long.
  var isTooLong: Bool { !isDry && buffer.count - end > Self.longest }

  /// Advances to the next complete line, and returns whether there is one.
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

  /// Reads the current line in place.
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
