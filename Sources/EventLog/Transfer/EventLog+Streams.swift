package import Text
import SQLite

/// Events that continue one session, as lines of an export without their ends.
package struct StreamPart: Sendable {
  /// The session.
  package var stream: EventID
  /// The number of its events before these.
  package var after: Int
  /// The events.
  package var lines: [String]
  /// Whether another device writes the session, so that it is read-only here.
  package var isForeign: Bool

  package init(stream: EventID, after: Int, lines: [String], isForeign: Bool) {
    self.stream = stream
    self.after = after
    self.lines = lines
    self.isForeign = isForeign
  }
}

extension EventLog {
  /// Returns the events of a session after a version as lines of an export without their ends, each
  /// verified by its digest.
  ///
  /// There are at most `limit` lines, and no more after `mostBytes` bytes.
  package func exportedLines(
    of session: Int, after version: Int, limit: Int, mostBytes: Int = 4 << 20
  ) throws -> [String] {
    guard
      let reader = try rows(
        of: session, after: version, through: version + limit, verifying: true)
    else { return [] }
    defer { reader.statement.reset() }
    var lines: [String] = []
    var size = 0
    while size < mostBytes, try reader.next() != nil {
      let record = try reader.statement.record()
      let event = ExportedEvent(
        record: record, uid: try reader.verifier.uid(of: session),
        clock: try reader.verifier.clock(record.clock, at: record.position))
      lines.append(event.exportedLine)
      size += lines[lines.count - 1].utf8.count
    }
    return lines
  }

  /// Imports parts of sessions in one transaction, each as ``importEvents(marking:foreign:from:)``
  /// does.
  ///
  /// A part may begin with events that the log has: they must be equal. A faulty part is left out as
  /// a whole, and the others are imported.
  ///
  /// - Returns: the number of new events, and the faults by session.
  /// - Throws: as ``importEvents(marking:foreign:from:)``, except for faults of the events.
  package func importStreams(
    _ parts: [StreamPart]
  ) throws -> (newEvents: Int, faults: [EventID: ImportError]) {
    var newest: EventID?
    let connection = try create()
    // A savepoint copies the pages that change, often to a file; the rollback of the only part needs
    // none.
    let isOne = parts.count == 1
    func importAll() throws -> (newEvents: Int, faults: [EventID: ImportError]) {
      var count = 0
      var faults: [EventID: ImportError] = [:]
      for part in parts {
        if !isOne { try connection.execute("SAVEPOINT stream") }
        do {
          var merge = try Merge(
            into: self, connection, foreign: part.isForeign ? { _ in true } : nil,
            after: part.after)
          var reader = ImportReader(part.export, projection)
          while let item = try reader.next() {
            if case .event(let read) = item, read.exported.uid != part.stream {
              throw ImportError(line: read.line, fault: .noStart(part.stream))
            }
            try merge.merge(item)
          }
          count += try merge.finish().newEvents
          newest = merge.newest ?? newest
          if !isOne { try connection.execute("RELEASE stream") }
        } catch let error as ImportError {
          if isOne { throw error }
          try connection.execute("ROLLBACK TO stream")
          try connection.execute("RELEASE stream")
          faults[part.stream] = error
        }
      }
      return (newEvents: count, faults: faults)
    }
    do {
      let result = try write(ids: newest.map { [$0] } ?? []) { _ in try importAll() }
      if result.newEvents > 0 { committed() }
      return result
    } catch let error as ImportError {
      return (newEvents: 0, faults: [parts[0].stream: error])
    }
  }
}

extension StreamPart {
  /// Returns the bytes of the part as a complete export, then nil.
  fileprivate var export: () throws -> [UInt8]? {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    let checksum = Checksum()
    bytes.withUnsafeBufferPointer { checksum.add($0) }
    ClosingLine(events: lines.count, checksum: checksum.finish()).write(to: &bytes)
    var rest: [UInt8]? = bytes
    return { rest.take() }
  }
}

extension ExportedEvent {
  /// The event as a line of an export without its end.
  package var exportedLine: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// Creates an event of a session with its digest.
  package init(signing record: Record, uid: EventID, clock: ClockIdentity) {
    self.init(record: record, uid: uid, clock: clock)
    self.record.digest = expectedDigest
  }
}
