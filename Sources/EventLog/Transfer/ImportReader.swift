import Glibc
import Text

/// Reads an export from a stream of bytes, line by line, and believes none of it unseen.
///
/// Each event that it hands out is in the form in which exports are written, matches its digest,
/// and says what an event may say. That all of them are there is known when it has handed out the
/// last.
struct ImportReader {
  /// The line that was read last, from 1 on.
  private(set) var line = 0
  private var lines: Lines
  private let projection: any Projection
  private let checksum = Checksum()
  private var count = 0
  /// A line about what is missing, of which what it stands before was not yet seen.
  private var pending: Loss?
  /// Whether only lines about the ends of sessions may come.
  private var isBehindEvents = false
  private var isAtEnd = false
  private var encoded: [UInt8] = []
  private var likely = LikelyTexts()

  init(_ chunk: @escaping () throws -> [UInt8]?, _ projection: any Projection) {
    lines = Lines(chunk)
    self.projection = projection
  }

  /// An event with what it stands for.
  struct Read {
    var exported: ExportedEvent
    var line: Int
    /// How many events of its session are missing right before it, as a salvage says.
    var omitted = 0
  }

  /// How many events of a session are missing behind its last one.
  struct Loss {
    var omission: OmissionLine
    var line: Int
  }

  /// What comes next.
  enum Item {
    case event(Read)
    case end(Loss)
  }

  /// The next event, or behind all events the next end of a session that is missing; nil after the
  /// last one, once all is known to be whole.
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
    // Lines tell themselves apart by the first letter of their first key.
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
