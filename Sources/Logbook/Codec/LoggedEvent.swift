public import EventLog
import Text
public import Timing

/// A record of the log with its decoded event.
@dynamicMemberLookup
public struct LoggedEvent: Hashable, Sendable {
  /// The event as stored.
  public var record: Record
  /// The event as this version decodes it.
  public var event: Event

  /// Decodes a record; a payload that its kind cannot have is `LogError.damaged`.
  init(_ record: Record) throws(LogError) {
    self.record = record
    event = try Event(record)
  }

  /// The fields of the record.
  public subscript<Value>(dynamicMember field: KeyPath<Record, Value>) -> Value {
    record[keyPath: field]
  }
}

extension Record {
  /// Creates the record of a new event, before its digest is set.
  init(
    _ event: Event, position: Int, session: Int, kindVersion: Int, source: String, data: String
  ) {
    self.init(
      position: position, session: session, version: event.version, id: event.id,
      kind: event.kind.name, kindVersion: kindVersion, at: event.at, basis: event.basis,
      recordedAt: event.reading.recordedAt, ticks: event.reading.ticks.nanoseconds,
      clock: event.reading.clock, source: source, data: data)
  }
}

/// Events as they are decoded from the log, which keeps each payload in the version in which it was
/// written.
extension Event {
  /// Decodes the event of a row; a payload that its kind cannot have is `LogError.damaged`.
  init(_ row: FoldedRow) throws(LogError) {
    let (kind, batch): (Kind, EventID?)
    if let canonical = Kind(canonical: row) {
      (kind, batch) = (canonical, nil)
    } else {
      (kind, batch) = try Self.decode(
        String(decoding: row.kind, as: UTF8.self), version: row.kindVersion,
        String(decoding: row.data, as: UTF8.self), at: row.position)
    }
    self.init(
      id: row.id, version: row.version, kind: kind, at: row.at, basis: row.basis,
      reading: Reading(
        clock: row.clock, ticks: .nanoseconds(row.ticks), recordedAt: row.recordedAt),
      batch: batch)
  }

  /// Decodes the event of a record; a payload that its kind cannot have is `LogError.damaged`.
  init(_ record: Record) throws(LogError) {
    let (kind, batch) = try Self.decode(
      record.kind, version: record.kindVersion, record.data, at: record.position)
    self.init(
      id: record.id, version: record.version, kind: kind, at: record.at, basis: record.basis,
      reading: Reading(
        clock: record.clock, ticks: .nanoseconds(record.ticks), recordedAt: record.recordedAt),
      batch: batch)
  }

  private static func decode(
    _ name: String, version: Int, _ data: String, at position: Int
  ) throws(LogError) -> (Kind, EventID?) {
    let batch: EventID?
    do {
      batch = try EventID(batchOf: data)
    } catch {
      throw .damaged(position: position, .unreadablePayload)
    }
    return (try Kind(name, version: version, data, at: position), batch)
  }
}

extension Event.Kind {
  /// Decodes the kind of a row of the log; nil if the payload lacks a field that its kind needs.
  ///
  /// The kind is unknown if its name or version is newer than this program. A payload that is not
  /// JSON, or has fields of another type, is an error.
  init?(_ name: String, version: Int, data: String) throws(JSONReader.Malformed) {
    guard let canonical = Event.Kind(canonical: name, version: version, data) else {
      try self.init(name: name, version: version, json: data)
      return
    }
    self = canonical
  }

  /// Decodes the kind of the row at a position; a payload that the kind cannot have is
  /// `LogError.damaged`.
  init(_ name: String, version: Int, _ data: String, at position: Int) throws(LogError) {
    let kind: Event.Kind?
    do {
      kind = try Event.Kind(name, version: version, data: data)
    } catch {
      throw .damaged(position: position, .unreadablePayload)
    }
    guard let kind else {
      throw .damaged(position: position, "its payload lacks a required field")
    }
    self = kind
  }
}

extension EventID {
  /// Reads the batch of a payload; nil if it has none.
  ///
  /// A field of another type is none: `reverted` has a truth value of this name.
  init?(batchOf data: String) throws(JSONReader.Malformed) {
    // Few payloads have the field, and many events are read.
    guard data.mayHave(field: "batch") else { return nil }
    let batch = try JSONReader.read(data) { reader throws(JSONReader.Malformed) in
      var batch: EventID?
      try reader.object { name, reader throws(JSONReader.Malformed) in
        guard name == "batch", reader.isAtString else { return try reader.skip() }
        batch = EventID(try reader.string())
      }
      return batch
    }
    guard let batch else { return nil }
    self = batch
  }
}

extension String {
  /// Whether a JSON text contains a name, or an escape, which may spell it.
  fileprivate func mayHave(field name: StaticString) -> Bool {
    let bytes = utf8Span.span
    let count = name.utf8CodeUnitCount
    return name.withUTF8Buffer { name in
      for start in bytes.indices {
        if bytes[start] == UInt8(ascii: "\\") { return true }
        guard bytes[start] == name[0], start + count <= bytes.count else { continue }
        if (1..<count).allSatisfy({ bytes[start + $0] == name[$0] }) { return true }
      }
      return false
    }
  }
}
