import Glibc
import Text

extension EventLog {
  /// The largest length of a line of an export, in bytes.
  package static var longestExportedLine: Int { Lines.longest }

  /// Checks the first line of an export before the rest is available.
  package static func checkFirstLine(
    ofExport line: [UInt8], _ projection: any Projection
  ) throws {
    try ImportReader.check(firstLine: line, projection)
  }

  /// Imports an export of another log in one transaction: all of it or nothing.
  ///
  /// Events that the log already has change nothing. A session may continue in the export or in the
  /// log; if it continues differently in both, or an event differs, nothing is imported.
  ///
  /// If there is no log, it is created with the events, but only if the export is valid.
  ///
  /// An export of a damaged log states where events of a session are missing. This is accepted if
  /// the log has them, as a log made from a copy may. Otherwise the import fails, unless a mark is
  /// given: then the remaining events of each such session are imported, followed by the mark, so
  /// that the session is recognizable as incomplete. A session whose start is in neither the export
  /// nor the log is left out.
  ///
  /// Events that the log has in the place of missing ones count as these, unless they were recorded
  /// after the next event of the export. More cannot be proven: a log that was continued
  /// independently from missing events at the end of a session, or before the next saved event,
  /// passes for a log that has them.
  ///
  /// - Parameters:
  ///   - mark: the mark for incomplete sessions; nil to refuse them.
  ///   - belongsElsewhere: returns whether a writable session of the log becomes read-only; if not,
  ///     an export that extends it is refused. New sessions are read-only then. If nil, all
  ///     sessions of the export can be written here from then on.
  ///   - chunk: returns the next bytes of the export, in pieces of any size; nil after the last.
  ///     After the first items, it is called within the transaction: other writers wait for it.
  /// - Returns: the numbers of new and known events and sessions.
  /// - Throws: `ImportError` with the line at fault; the errors of `chunk`;
  ///   `LogError.commitFailed`; `OpeningError`; `DatabaseError`. Nothing was imported
  ///   then, unless the error states otherwise.
  /// - Complexity: O(n) in the events; memory for the identities of the sessions, for a few
  ///   thousand events, and for the largest session with corrections.
  @discardableResult
  public func importEvents(
    marking mark: SalvageMark? = nil,
    foreign belongsElsewhere: ((_ session: Int) throws -> Bool)? = nil,
    from chunk: @escaping () throws -> [UInt8]?
  ) throws -> ImportReport {
    var reader = ImportReader(chunk, projection)
    // The first items are read before the writer's lock is taken; most exports have no more.
    var ahead: [ImportReader.Item] = []
    var isWhole = false
    while !isWhole, ahead.count < 2000 {
      if let item = try reader.next() { ahead.append(item) } else { isWhole = true }
    }
    if ahead.isEmpty { return ImportReport() }
    try openIfPresent()
    var newest: [EventID] = []
    func mergeAll(into log: EventLog) throws -> ImportReport {
      var merge = try Merge(into: log, try log.create(), marking: mark, foreign: belongsElsewhere)
      for item in ahead { try merge.merge(item) }
      while !isWhole {
        if let item = try reader.next() { try merge.merge(item) } else { isWhole = true }
      }
      newest = merge.newest.map { [$0] } ?? []
      return try merge.finish()
    }
    let report =
      try create(filling: mergeAll) ?? write(ids: newest) { _ in try mergeAll(into: self) }
    if report.newEvents > 0 { committed() }
    return report
  }
}

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
