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
  private var likely = LikelyTexts()

  init(_ chunk: @escaping () throws -> [UInt8]?, _ projection: any Projection) {
    lines = Lines(chunk)
    self.projection = projection
  }

  /// An event with its line.
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

  /// The next item of an export.
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
        guard !isBehindEvents else { throw fault(.strayOmission) }
        guard let before else { return .event(read) }
        guard before.omission.uid == read.exported.uid else { throw fault(.strayOmission) }
        read.omitted = before.omission.events
        pending = nil
        return .event(read)
      case .omission(let omission):
        pending = Loss(omission: omission, line: line)
        guard let before else { continue }
        guard before.omission.uid != omission.uid else { throw fault(.strayOmission) }
        isBehindEvents = true
        return .end(before)
      case .end:
        isAtEnd = true
        guard try !lines.advance(), lines.isAtEnd else {
          line += 1
          throw fault(.behindTheEnd)
        }
        return before.map { .end($0) }
      }
    }
    return nil
  }

  /// Checks the first line of an export, whatever follows it.
  static func check(firstLine line: [UInt8], _ projection: any Projection) throws {
    var rest: [UInt8]? = line
    var reader = ImportReader({ rest.take() }, projection)
    _ = try reader.nextLine()
  }

  private enum Line {
    case event(Read)
    case omission(OmissionLine)
    case end
  }

  private mutating func nextLine() throws -> Line {
    line += 1
    guard try lines.advance() else { throw fault(lines.isTooLong ? .tooLong : .cutShort) }
    return try lines.withLine { line in try read(line) }
  }

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>) throws -> Line {
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
        return .end
      }
      if letter == UInt8(ascii: "l") {
        let omission = try reader.omissionLine()
        omission.write(to: &encoded)
        try checkForm(text)
        checksum.add(text)
        return .omission(omission)
      }
      let event = try reader.exportedEvent(likely)
      likely.expect(event)
      event.write(to: &encoded)
      try checkForm(text)
      checksum.add(text)
      count += 1
      return .event(try verified(event))
    } catch let error as JSONReader.Malformed {
      throw fault(.malformed(byte: error.offset + 1))
    }
  }

  private func checkForm(_ text: UnsafeBufferPointer<UInt8>) throws {
    let isSame = encoded.withUnsafeBytes { encoded in
      guard let ours = encoded.baseAddress, let theirs = text.baseAddress else { return false }
      return encoded.count == text.count && memcmp(ours, theirs, text.count) == 0
    }
    guard isSame else { throw fault(.notCanonical) }
  }

  private func close(_ closing: ClosingLine) throws {
    guard closing.events == count else {
      throw fault(.wrongCount(said: closing.events, found: count))
    }
    guard closing.checksum == checksum.finish() else { throw fault(.wrongChecksum) }
  }

  private func verified(_ event: ExportedEvent) throws -> Read {
    guard event.expectedDigest == event.digest else { throw fault(.wrongDigest) }
    if let reason = event.invalidity ?? projection.invalidity(of: event) {
      throw fault(.invalid(reason))
    }
    return Read(exported: event, line: line)
  }

  private func fault(_ fault: ImportError.Fault) -> ImportError {
    ImportError(line: line, fault: fault)
  }
}
