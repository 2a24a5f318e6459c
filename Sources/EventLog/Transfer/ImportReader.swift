import CSodium
import Glibc
import Text

/// Reads and validates an export from a stream of bytes, line by line.
///
/// Each event that it returns is in the format of exports, matches its digest, and has valid
/// content. The export is known to be complete once the last event is returned.
struct ImportReader {
  /// The line that was read last, counted from 1.
  private(set) var line = 0
  private var lines: Lines
  private let projection: any Projection
  private let checksum = Checksum()
  private var count = 0
  /// The last line about missing events, until the line after it is read.
  private var pending: Loss?
  /// Whether only lines about the ends of sessions may follow.
  private var isBehindEvents = false
  private var isAtEnd = false
  private var encoded: [UInt8] = []

  init(_ chunk: @escaping () throws -> [UInt8]?, _ projection: any Projection) {
    lines = Lines(chunk)
    self.projection = projection
  }

  struct Read {
    var exported: ExportedEvent
    var line: Int
    /// The number of events of its session that are missing right before it, according to a
    /// salvage.
    var omitted = 0
  }

  /// The number of events of a session that are missing after its last one.
  struct Loss {
    var omission: OmissionLine
    var line: Int
  }

  enum Item {
    case event(Read)
    case end(Loss)
  }

  /// Returns the next event, or after all events the next session with a missing end.
  ///
  /// It returns nil after the last item, once the export is known to be complete.
  mutating func next() throws -> Item? {
    while !isAtEnd {
      let before = pending
      switch try nextLine() {
      case .event(var read):
        guard !isBehindEvents else { throw fault(ImportError.strayOmission) }
        guard let before else { return .event(read) }
        guard before.omission.uid == read.exported.uid else {
          throw fault(ImportError.strayOmission)
        }
        read.omitted = before.omission.events
        pending = nil
        return .event(read)
      case .end(let loss):
        pending = loss
        guard let before else { continue }
        guard before.omission.uid != loss.omission.uid else {
          throw fault(ImportError.strayOmission)
        }
        isBehindEvents = true
        return .end(before)
      case nil:
        isAtEnd = true
        guard try !lines.advance(), lines.isAtEnd else {
          line += 1
          throw fault("there is more after the last line")
        }
        return before.map { .end($0) }
      }
    }
    return nil
  }

  /// Returns the event or the number of missing events of the next line; nil for the last line.
  mutating func nextLine() throws -> Item? {
    line += 1
    guard try lines.advance() else {
      throw fault(lines.isTooLong ? "longer than any event" : "the export is cut short")
    }
    return try lines.withLine { line in try read(line) }
  }

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>) throws -> Item? {
    var reader = JSONReader(text)
    // The first letter of the first key distinguishes the lines.
    let letter = text.count > 2 ? text[2] : 0
    encoded.removeAll(keepingCapacity: true)
    do {
      if letter == UInt8(ascii: "e") {
        let closing = try reader.closingLine()
        closing.write(to: &encoded)
        try checkForm(text)
        try close(closing)
        return nil
      }
      if letter == UInt8(ascii: "l") {
        let omission = try reader.omissionLine()
        omission.write(to: &encoded)
        try checkForm(text)
        checksum.add(text)
        return .end(Loss(omission: omission, line: line))
      }
      let event = try reader.exportedEvent()
      event.write(to: &encoded)
      try checkForm(text)
      checksum.add(text)
      count += 1
      return .event(try verified(event))
    } catch let error as JSONReader.Malformed {
      let place = error.offset == 0 ? "" : ", from byte \(error.offset + 1)"
      throw fault("not a laptimer export\(place)")
    }
  }

  private func checkForm(_ text: UnsafeBufferPointer<UInt8>) throws {
    let isSame = encoded.withUnsafeBytes { encoded in
      guard let ours = encoded.baseAddress, let theirs = text.baseAddress else { return false }
      return encoded.count == text.count && memcmp(ours, theirs, text.count) == 0
    }
    guard isSame else { throw fault("not in the format of a laptimer export") }
  }

  private func close(_ closing: ClosingLine) throws {
    guard closing.events == count else {
      throw fault("the last line states \(closing.events) events, but there are \(count)")
    }
    guard closing.checksum == checksum.finish() else {
      throw fault("the checksum does not match the lines")
    }
  }

  private func verified(_ event: ExportedEvent) throws -> Read {
    guard event.expectedDigest == event.record.digest else {
      throw fault("the event does not match its digest")
    }
    if let reason = event.invalidity ?? projection.invalidity(of: event) {
      throw fault(reason)
    }
    return Read(exported: event, line: line)
  }

  private func fault(_ reason: String) -> ImportError {
    ImportError(line: line, fault: .invalid(reason))
  }
}

/// Splits a stream of bytes into lines, each with its end, one after the other in the same memory.
struct Lines {
  /// The largest length of a line; no valid event is longer.
  static let longest = 16 << 20

  private let chunk: () throws -> [UInt8]?
  private var buffer: [UInt8] = []
  private var start = 0
  private var end = 0
  private var isDry = false

  /// The closure returns the next bytes; nil at the end.
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

/// BLAKE2b of 32 bytes over a stream, with the state kept by libsodium.
final class Checksum {
  // libsodium requires its state to be aligned to 64 bytes (crypto_generichash.h, CRYPTO_ALIGN).
  private let memory: UnsafeMutableRawPointer
  private let state: OpaquePointer

  init() {
    memory = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    state = OpaquePointer(memory)
    crypto_generichash_init(state, nil, 0, Digest.length)
  }

  deinit { memory.deallocate() }

  func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    crypto_generichash_update(state, start, UInt64(bytes.count))
  }

  /// Returns the checksum of all bytes; may be called only once, at the end.
  func finish() -> [UInt8] {
    var sum = [UInt8](repeating: 0, count: Digest.length)
    crypto_generichash_final(state, &sum, Digest.length)
    return sum
  }
}
