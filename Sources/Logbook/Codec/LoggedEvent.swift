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
      (kind, batch) = try Self.content(
        String(decoding: row.kind, as: UTF8.self), version: row.kindVersion,
        String(decoding: row.data, as: UTF8.self), at: row.position)
    }
    self.init(
      id: row.id, version: row.version, kind: kind, at: row.at, basis: row.basis,
      reading: Reading(
        clock: row.clock, ticks: .nanoseconds(row.ticks), recordedAt: row.recordedAt),
      batch: batch)
  }

  init(_ record: Record) throws(LogError) {
    let (kind, batch) = try Self.content(of: record)
    self.init(
      id: record.id, version: record.version, kind: kind, at: record.at, basis: record.basis,
      reading: Reading(
        clock: record.clock, ticks: .nanoseconds(record.ticks), recordedAt: record.recordedAt),
      batch: batch)
  }

  /// Decodes the kind and the batch of a record, with the errors of `init(_:)`.
  static func content(of record: Record) throws(LogError) -> Kind.Content {
    try content(record.kind, version: record.kindVersion, record.data, at: record.position)
  }

  private static func content(
    _ name: String, version: Int, _ data: String, at position: Int
  ) throws(LogError) -> Kind.Content {
    let content: Kind.Content?
    do {
      content = try Kind.content(name, version: version, data)
    } catch {
      throw .damaged(position: position, .unreadablePayload)
    }
    guard let content else {
      throw .damaged(position: position, "its payload lacks a required field")
    }
    return content
  }
}
