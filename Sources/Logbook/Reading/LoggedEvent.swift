public import EventLog
import Text
public import Timing

/// An event of the log: its record, and the event that the record stands for.
@dynamicMemberLookup
public struct LoggedEvent: Hashable, Sendable {
  /// The event as it is stored.
  public var record: Record
  /// The event, as this version reads it.
  public var event: Event

  /// The fields of the record.
  public subscript<Value>(dynamicMember field: KeyPath<Record, Value>) -> Value {
    record[keyPath: field]
  }
}

extension Record {
  /// The record of an event that is to be appended, before it is sealed.
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

extension Upcasting {
  /// The event that a record stands for.
  ///
  /// - Throws: `LogError.damaged` for a payload that its kind cannot have.
  func event(_ record: Record) throws(LogError) -> Event {
    Event(
      id: record.id, version: record.version, kind: try kind(of: record), at: record.at,
      basis: record.basis,
      reading: Reading(
        clock: record.clock, ticks: .nanoseconds(record.ticks), recordedAt: record.recordedAt))
  }

  /// The kind that a record stands for.
  func kind(of record: Record) throws(LogError) -> Event.Kind {
    let kind: Event.Kind?
    do {
      kind = try self.kind(record.kind, version: record.kindVersion, data: record.data)
    } catch {
      throw .damaged(position: record.position, reason: "its payload cannot be read")
    }
    guard let kind else {
      throw .damaged(
        position: record.position, reason: "its payload lacks what its kind needs")
    }
    return kind
  }

  /// The event that a record stands for, with the record.
  func logged(_ record: Record) throws(LogError) -> LoggedEvent {
    LoggedEvent(record: record, event: try event(record))
  }
}
