public import EventLog
import Text
public import Timing

/// The conversion of payloads of older versions: each step converts to the next version, where that
/// does more than to add fields.
///
/// The log keeps the original payload; only the reader sees the newest version.
struct Upcasting: Sendable {
  /// A kind and a version of its payload.
  struct Shape: Hashable, Sendable {
    var kind: String
    var version: Int
  }

  /// Converts a payload to the next version.
  typealias Step = @Sendable (_ data: String) throws -> String

  /// The newest version of each kind that has several.
  private let newest: [String: Int]
  private let steps: [Shape: Step]

  /// The conversion of this version of the program: newer versions only add fields.
  static let current = Upcasting(steps: [:])

  /// Creates the conversion from its steps, by the version that each starts from.
  init(steps: [Shape: Step]) {
    self.steps = steps
    newest = steps.keys.reduce(into: [:]) { newest, shape in
      newest[shape.kind] = max(newest[shape.kind] ?? 1, shape.version + 1)
    }
  }

  /// Whether any kind has several versions.
  var hasSteps: Bool { !steps.isEmpty }

  /// Returns the version in which a kind is written: the oldest that can hold its payload, or the
  /// one that the steps lead to.
  func version(of kind: Event.Kind, _ payload: Event.Kind.Payload) -> Int {
    hasSteps ? newest[kind.name] ?? payload.version : payload.version
  }

  /// Returns the newest version that can be read.
  private func newestVersion(of name: String) -> Int {
    max(Event.Kind.newestVersion(of: name), hasSteps ? newest[name] ?? 1 : 1)
  }

  /// Decodes the kind of a row of the log; nil if the payload lacks a field that its kind needs.
  ///
  /// The kind is unknown if its name or version is newer than this program. A payload that is not
  /// JSON, or has fields of another type, is an error.
  func kind(_ name: String, version: Int, data: String) throws -> Event.Kind? {
    if !hasSteps, let kind = Event.Kind(canonical: name, version: version, data) { return kind }
    let newest = newestVersion(of: name)
    guard 1...newest ~= version else { return .unknown(name: name) }
    var data = data
    // A version without a step only adds fields.
    for version in version..<newest where hasSteps {
      if let step = steps[Shape(kind: name, version: version)] { data = try step(data) }
    }
    return try Event.Kind(name: name, version: version, json: data)
  }
}

/// A record of the log with its decoded event.
@dynamicMemberLookup
public struct LoggedEvent: Hashable, Sendable {
  /// The event as stored.
  public var record: Record
  /// The event as this version decodes it.
  public var event: Event

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

extension Upcasting {
  /// Decodes the event of a row; a payload that its kind cannot have is `LogError.damaged`.
  func event(_ row: FoldedRow) throws(LogError) -> Event {
    let kind: Event.Kind
    var batch: EventID?
    if !hasSteps, let canonical = Event.Kind(canonical: row) {
      kind = canonical
    } else {
      let data = String(decoding: row.data, as: UTF8.self)
      batch = try self.batch(data, position: row.position)
      kind = try self.kind(
        String(decoding: row.kind, as: UTF8.self), version: row.kindVersion, data: data,
        position: row.position)
    }
    return Event(
      id: row.id, version: row.version, kind: kind, at: row.at, basis: row.basis,
      reading: Reading(
        clock: row.clock, ticks: .nanoseconds(row.ticks), recordedAt: row.recordedAt),
      batch: batch)
  }

  /// Decodes the event of a record; a payload that its kind cannot have is `LogError.damaged`.
  func event(_ record: Record) throws(LogError) -> Event {
    let kind: Event.Kind
    var batch: EventID?
    if !hasSteps,
      let canonical = Event.Kind(
        canonical: record.kind, version: record.kindVersion, record.data)
    {
      kind = canonical
    } else {
      batch = try self.batch(record.data, position: record.position)
      kind = try self.kind(of: record)
    }
    return Event(
      id: record.id, version: record.version, kind: kind, at: record.at, basis: record.basis,
      reading: Reading(
        clock: record.clock, ticks: .nanoseconds(record.ticks), recordedAt: record.recordedAt),
      batch: batch)
  }

  func kind(of record: Record) throws(LogError) -> Event.Kind {
    try kind(
      record.kind, version: record.kindVersion, data: record.data, position: record.position)
  }

  private func kind(
    _ name: String, version: Int, data: String, position: Int
  ) throws(LogError) -> Event.Kind {
    let kind: Event.Kind?
    do {
      kind = try self.kind(name, version: version, data: data)
    } catch {
      throw .damaged(position: position, .unreadablePayload)
    }
    guard let kind else { throw .damaged(position: position, .incompletePayload) }
    return kind
  }

  private func batch(_ data: String, position: Int) throws(LogError) -> EventID? {
    do {
      return try EventID(batchOf: data)
    } catch {
      throw .damaged(position: position, .unreadablePayload)
    }
  }

  func logged(_ record: Record) throws(LogError) -> LoggedEvent {
    LoggedEvent(record: record, event: try event(record))
  }
}
