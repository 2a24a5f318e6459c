public import EventLog
import Text
public import Timing

/// How payloads of older shapes are read: each step makes a payload one version newer.
///
/// The log keeps what was written; only the reader sees it in the newest shape.
struct Upcasting: Sendable {
  /// One kind in one version.
  struct Shape: Hashable, Sendable {
    var kind: String
    var version: Int
  }

  /// What makes a payload of a shape one version newer.
  typealias Step = @Sendable (_ data: String) throws -> String

  /// The newest version of each kind that has more than one.
  private let newest: [String: Int]
  private let steps: [Shape: Step]

  /// The shapes of this version of the program: each kind has had but one.
  static let current = Upcasting(steps: [:])

  /// Makes the reader for these steps, by the shape that each starts from.
  init(steps: [Shape: Step]) {
    self.steps = steps
    newest = steps.keys.reduce(into: [:]) { newest, shape in
      newest[shape.kind] = max(newest[shape.kind] ?? 1, shape.version + 1)
    }
  }

  /// Whether any kind has had more than one version.
  var hasSteps: Bool { !steps.isEmpty }

  /// The version in which a kind is written now.
  func newestVersion(of kind: String) -> Int { hasSteps ? newest[kind] ?? 1 : 1 }

  /// The kind that a row of the log stands for.
  ///
  /// - Returns: an unknown kind if its name, or its version, is newer than this program; nil if the
  ///   payload lacks what its kind needs.
  /// - Throws: if the payload is no JSON, or has fields of another type.
  func kind(_ name: String, version: Int, data: String) throws -> Event.Kind? {
    let newest = newestVersion(of: name)
    guard 1...newest ~= version else { return .unknown(name: name) }
    var data = data
    for version in version..<newest {
      guard let step = steps[Shape(kind: name, version: version)] else { return nil }
      data = try step(data)
    }
    return try Event.Kind(name: name) { try Payload(json: data) }
  }
}

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
      throw .damaged(position: record.position, .unreadablePayload)
    }
    guard let kind else {
      throw .damaged(
        position: record.position, .incompletePayload)
    }
    return kind
  }

  /// The event that a record stands for, with the record.
  func logged(_ record: Record) throws(LogError) -> LoggedEvent {
    LoggedEvent(record: record, event: try event(record))
  }
}
