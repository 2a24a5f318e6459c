import Glibc
import Timing

/// Reads numbered lines from a file descriptor.
struct LineReader {
  /// A complete line.
  struct Line {
    /// 1, 2, 3, …, including skipped lines.
    var number: Int
    /// Its bytes without line feed and carriage return; nil if it was too long.
    var bytes: [UInt8]?
  }

  /// The result of one read.
  enum Piece {
    /// Lines that were completed together, maybe none.
    case lines([Line])
    /// The end of the input, with a last line without a line feed.
    case end([Line])
    /// The user interrupted.
    case interrupted
  }

  /// The limit of bytes in a line.
  static let longest = 1 << 16

  private let descriptor: Int32
  private let interrupts: Interrupts?
  private var count = 0
  /// The beginning of an incomplete line.
  private var begun: [UInt8] = []
  private var isTooLong = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(descriptor: Int32, interrupts: Interrupts?) {
    self.descriptor = descriptor
    self.interrupts = interrupts
  }

  /// Waits for input, and reads what is available.
  ///
  /// - Parameter waits: whether to wait; else the result may be no lines.
  /// - Returns: the completed lines.
  /// - Throws: the `errno` of a failed read.
  mutating func next(waits: Bool) throws(SystemFailure) -> Piece {
    while true {
      var polled = [pollfd(descriptor), pollfd(interrupts?.file)]
      let ready = poll(&polled, 2, waits ? -1 : 0)
      if ready < 0, errno != EINTR { throw SystemFailure(number: errno) }
      if polled[1].revents != 0 { return .interrupted }
      guard ready > 0 else {
        if waits || ready < 0 { continue }
        return .lines([])
      }
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { return .lines(lines(count)) }
      if count == 0 { return .end(rest()) }
      guard errno == EINTR || errno == EAGAIN else { throw SystemFailure(number: errno) }
    }
  }

  /// Splits the buffer into lines.
  private mutating func lines(_ filled: Int) -> [Line] {
    var lines: [Line] = []
    var rest = buffer[..<filled]
    while let end = newline(in: rest.indices) {
      begin(with: rest[..<end])
      lines.append(endLine())
      rest = rest[(end + 1)...]
    }
    begin(with: rest)
    return lines
  }

  private func newline(in range: Range<Int>) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard !range.isEmpty, let base = bytes.baseAddress else { return nil }
      return memchr(base + range.lowerBound, 0x0A, range.count).map { UnsafeRawPointer($0) - base }
    }
  }

  private mutating func begin(with bytes: ArraySlice<UInt8>) {
    // One byte above the limit, for a carriage return.
    if begun.count + bytes.count > Self.longest + 1 { isTooLong = true }
    if isTooLong { begun.removeAll() } else { begun += bytes }
  }

  private mutating func endLine() -> Line {
    count += 1
    defer {
      begun.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    if begun.last == UInt8(ascii: "\r") { begun.removeLast() }
    let isWhole = !isTooLong && begun.count <= Self.longest
    return Line(number: count, bytes: isWhole ? begun : nil)
  }

  private mutating func rest() -> [Line] {
    begun.isEmpty && !isTooLong ? [] : [endLine()]
  }
}

/// A failed system call.
struct SystemFailure: Error {
  /// Its `errno`.
  var number: Int32
}
