import Glibc
import Host
import SignalsPoll
import Text
import Timing

/// Reads numbered lines from standard input, each with the clocks at its arrival.
struct LineReader {
  struct Line {
    /// 1, 2, 3, …, including skipped lines.
    var number: Int
    /// Its bytes without line feed and carriage return; nil if it was too long.
    var bytes: [UInt8]?
    /// The clocks when its end arrived.
    var instant: Instant
  }

  /// The reason why no more lines can be read.
  enum End {
    case input
    case interrupted
    case failed(errno: Int32)
  }

  /// The limit of bytes in a line.
  static let longest = 1 << 16
  /// The limits of lines and bytes that are read together; `Recorder` limits a transaction.
  private static let most = (lines: Recorder.mostLines, bytes: 1 << 20)

  private let input: TimestampedInput<Instant>
  private let interrupts: Interrupts?
  private var splitter = LineSplitter()
  private var end: End?

  /// Starts reading; throws a `Failure` if the system has no thread or file left.
  init(_ world: World) throws {
    // The signals must be blocked before the reading thread starts.
    interrupts = try world.catchInterrupts()
    guard let input = TimestampedInput(world.input, timestamp: world.instant) else {
      throw Failure.cannotWait(errno: errno)
    }
    self.input = input
  }

  /// Waits for a line, and reads those that have arrived, and the end if there are no more.
  mutating func next() -> (lines: [Line], end: End?) {
    while true {
      var files = [pollfd(input.file), pollfd(interrupts?.file)]
      let count = poll(&files, 2, -1)
      guard count > 0 else { continue }
      if files[1].revents != 0 { end = .interrupted }
      // Lines that arrived before an interrupt are recorded.
      let lines = arrived()
      if !lines.isEmpty || end != nil { return (lines, end) }
    }
  }

  /// Reads the lines that have arrived, without waiting.
  mutating func arrived() -> [Line] {
    var (lines, bytes) = ([Line](), 0)
    while lines.count < Self.most.lines, bytes < Self.most.bytes {
      let elements = input.drain()
      if elements.isEmpty { break }
      for element in elements {
        switch element {
        case .bytes(let piece, let instant):
          bytes += piece.count
          lines += splitter.lines(in: piece, at: instant)
        case .end(let failure):
          lines += splitter.rest()
          end = end ?? failure.map { .failed(errno: $0.errno) } ?? .input
        }
      }
      if end != nil { break }
    }
    return lines
  }
}

private struct LineSplitter {
  private var count = 0
  /// The beginning of an incomplete line.
  private var begun: [UInt8] = []
  private var isTooLong = false
  /// The clocks at the arrival of the newest byte of an incomplete line; nil if there is none.
  private var newest: Instant?

  /// Returns the lines that are completed by a piece of the input.
  mutating func lines(in piece: [UInt8], at instant: Instant) -> [LineReader.Line] {
    var lines: [LineReader.Line] = []
    var rest = piece[...]
    while let end = Self.newline(in: rest) {
      begin(with: rest[..<end])
      lines.append(endLine(at: instant))
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty {
      begin(with: rest)
      newest = instant
    }
    return lines
  }

  /// Returns the last line, if it has no line feed.
  mutating func rest() -> [LineReader.Line] {
    newest.map { [endLine(at: $0)] } ?? []
  }

  private static func newline(in rest: ArraySlice<UInt8>) -> Int? {
    rest.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return nil }
      return memchr(base, 0x0A, bytes.count).map {
        rest.startIndex + (UnsafeRawPointer($0) - base)
      }
    }
  }

  private mutating func begin(with bytes: ArraySlice<UInt8>) {
    // One byte above the limit, for a carriage return.
    if begun.count + bytes.count > LineReader.longest + 1 { isTooLong = true }
    if isTooLong { begun.removeAll() } else { begun += bytes }
  }

  private mutating func endLine(at instant: Instant) -> LineReader.Line {
    count += 1
    defer {
      // With its capacity kept, each line would hold a longer buffer than the line before.
      begun = []
      isTooLong = false
      newest = nil
    }
    if begun.last == UInt8(ascii: "\r") { begun.removeLast() }
    let isWhole = !isTooLong && begun.count <= LineReader.longest
    return LineReader.Line(number: count, bytes: isWhole ? begun : nil, instant: instant)
  }
}
