import Glibc
import Timing

/// Lines from a file descriptor, each with its number and what the clocks said when its end came.
struct LineReader {
  /// A line that was read to its end.
  struct Line {
    /// 1, 2, 3, …; lines that are skipped count.
    var number: Int
    /// Its bytes without the line feed and a carriage return before it; nil if it was too long.
    var bytes: [UInt8]?
  }

  /// What came of reading.
  enum Piece {
    /// Lines whose ends arrived together; there may be none yet.
    case lines([Line])
    /// There is nothing more to come; a last line without a line feed is a line.
    case end([Line])
    /// The user wants an end.
    case interrupted
  }

  /// The most bytes of a line.
  static let longest = 1 << 16

  private let descriptor: Int32
  private let interrupts: Interrupts?
  private var count = 0
  /// The beginning of a line whose end has not come yet.
  private var begun: [UInt8] = []
  private var isTooLong = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(descriptor: Int32, interrupts: Interrupts?) {
    self.descriptor = descriptor
    self.interrupts = interrupts
  }

  /// Waits until something can be read, and takes what is there.
  ///
  /// - Parameter waits: whether to wait; else there may be nothing, which is no lines.
  /// - Returns: the lines that have come to their ends.
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

  /// Cuts what is in the buffer into lines.
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
    // One more than a line may have: its carriage return.
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

/// A call of the system that failed.
struct SystemFailure: Error {
  /// Its `errno`.
  var number: Int32
}
