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

  static func content(
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

/// The shapes that most laps and crossings have, exactly as this program writes them.
///
/// A correction, and the standings of an earlier moment, read all events of the session. For these
/// shapes the general decoder, which collects the fields of all kinds, gives the same kind in ten
/// times the time.
extension Event.Kind {
  init?(canonical row: FoldedRow) {
    guard row.kindVersion == 1, let decoded = Self.canonical(row.kind, row.data) else { return nil }
    self = decoded
  }

  init?(canonical name: String, version: Int, _ data: String) {
    guard version == 1 else { return nil }
    var (name, data) = (name, data)
    let decoded = name.withUTF8 { name in data.withUTF8 { Self.canonical(name, $0) } }
    guard let decoded else { return nil }
    self = decoded
  }

  private static func canonical(
    _ name: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
  ) -> Event.Kind? {
    let hasFields = !data.elementsEqual("{}")
    switch name.count {
    case 6 where name.elementsEqual("lapped"):
      guard hasFields else { return .lapped(label: nil) }
      return try? JSONReader.readCanonical(data) { reader throws(JSONReader.Malformed) in
        try reader.literal("{\"label\":")
        return .lapped(label: try reader.string())
      }
    case 7 where hasFields && name.elementsEqual("crossed"):
      return try? JSONReader.readCanonical(data) { reader throws(JSONReader.Malformed) in
        var crossing = RaceEvent.Crossing()
        if (try? reader.literal("{\"bib\":")) != nil {
          crossing.bib = try reader.string()
        } else {
          try reader.literal("{\"chip\":")
          crossing.chip = try reader.string()
        }
        if (try? reader.literal(",\"point\":")) != nil { crossing.point = try reader.string() }
        return .race(.crossed(crossing))
      }
    case 7 where !hasFields && name.elementsEqual("stopped"): return .stopped
    case 7 where !hasFields && name.elementsEqual("resumed"): return .resumed
    default: return nil
    }
  }
}

extension JSONReader {
  /// Returns the value that the closure reads, up to the brace that ends the text.
  fileprivate static func readCanonical<Value>(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ body: (inout JSONReader) throws(Malformed) -> Value
  ) throws(Malformed) -> Value {
    var reader = JSONReader(bytes)
    let value = try body(&reader)
    try reader.literal("}")
    guard reader.isAtEnd else { throw reader.malformed }
    return value
  }
}
