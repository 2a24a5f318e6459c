import EventLog
import Text
import Timing

/// The payload of an event in its newest version: the fields of all kinds.
///
/// If a field that a kind needs is missing or has another type, the event is damaged. Fields that
/// this version does not know stay in the log and are ignored.
struct Payload {
  var name: String?
  var tags: [String]?
  var label: PlanChange.Rule<String> = .unchanged
  var people: [Person]?
  var laps: PlanChange.Rule<Int> = .unchanged
  var limit: PlanChange.Rule<Duration> = .unchanged
  var minimumLap: PlanChange.Rule<Duration> = .unchanged
  var course: PlanChange.Rule<String> = .unchanged
  var segments: PlanChange.Rule<[String]> = .unchanged
  var race: PlanChange.Rule<RaceFormat> = .unchanged
  var segment: Int?
  var target: EventID?
  var isBatch = false
  var by: Duration?
  var at: Moment?
  var ago: Duration?

  /// Reads a payload.
  ///
  /// - Throws: `JSONReader.Malformed` if it is not an object, or a field has another type;
  ///   `MomentTextError`.
  init(json: String) throws {
    // Most events have no fields: a lap without a label, a stop.
    if json == "{}" { return }
    var moment: String?
    self = try JSONReader.read(json) { reader throws(JSONReader.Malformed) in
      var payload = Payload()
      try reader.object { name, reader throws(JSONReader.Malformed) in
        if name == "at" {
          moment = reader.takeNull() ? nil : try reader.string()
        } else {
          try payload.read(name, &reader)
        }
      }
      return payload
    }
    at = try moment.map(Moment.init(rfc3339:))
  }

  private init() {}

  /// The fields of `reverted`.
  var reversal: (target: EventID, isBatch: Bool)? { target.map { ($0, isBatch) } }

  /// Returns the fields that a version has.
  func of(version: Int) -> Payload {
    guard version < 2 else { return self }
    var payload = self
    payload.course = .unchanged
    payload.segments = .unchanged
    payload.race = .unchanged
    payload.segment = nil
    payload.ago = nil
    payload.isBatch = false
    return payload
  }

  private mutating func read(
    _ name: String, _ reader: inout JSONReader
  ) throws(JSONReader.Malformed) {
    switch name {
    case "laps": laps = try reader.rule { Int($0) }
    case "limit_ns": limit = try reader.rule { .nanoseconds($0) }
    case "min_lap_ns": minimumLap = try reader.rule { .nanoseconds($0) }
    case "label":
      label = reader.takeNull() ? .lifted : .set(try reader.string())
    case "course":
      course = reader.takeNull() ? .lifted : .set(try reader.string())
    case "segments":
      segments = reader.takeNull() ? .lifted : .set(try reader.strings())
    case "race":
      race = reader.takeNull() ? .lifted : .set(try RaceFormat(from: &reader))
    // Of `reverted`, it says whether a batch is taken back; of other kinds, it is that of the
    // event.
    case "batch":
      isBatch = reader.takeTrue()
      if !isBatch { try reader.skip() }
    default:
      // A null is the same as a missing field.
      if !reader.takeNull() { try readValue(of: name, &reader) }
    }
  }

  private mutating func readValue(
    of name: String, _ reader: inout JSONReader
  ) throws(JSONReader.Malformed) {
    switch name {
    case "name": self.name = try reader.string()
    case "tags": tags = try reader.strings()
    case "people": people = try reader.people()
    case "target": target = EventID(try reader.string())
    case "segment": segment = Int(try reader.integer())
    case "ago_ns": ago = .nanoseconds(try reader.integer())
    case "by_ns": by = .nanoseconds(try reader.integer())
    default: try reader.skip()
    }
  }
}

extension JSONReader {
  /// Reads null or a number: a rule is lifted or set.
  fileprivate mutating func rule<Value>(
    _ value: (Int64) -> Value
  ) throws(Malformed) -> PlanChange.Rule<Value> {
    takeNull() ? .lifted : .set(value(try integer()))
  }

  /// Reads an array of strings.
  mutating func strings() throws(Malformed) -> [String] {
    try array { reader throws(Malformed) in try reader.string() }
  }

  /// Reads an array of people.
  mutating func people() throws(Malformed) -> [Person] {
    try array { reader throws(Malformed) in
      var names: [String: String] = [:]
      try reader.object { name, reader throws(Malformed) in
        switch name {
        case "first", "last", "full": names[name] = try reader.string()
        default: try reader.skip()
        }
      }
      guard let first = names["first"], let last = names["last"], let full = names["full"] else {
        throw reader.malformed
      }
      return Person(first: first, last: last, full: full)
    }
  }
}

extension Record {
  /// The id of the first event of the command that appended several; nil for a single event.
  ///
  /// - Throws: `JSONReader.Malformed`.
  var batch: EventID? {
    get throws(JSONReader.Malformed) { try EventID(batchOf: data) }
  }
}

extension EventID {
  /// Reads the batch of a payload; nil if it has none.
  ///
  /// A field of another type is none: `reverted` has a truth value of this name.
  ///
  /// - Throws: `JSONReader.Malformed`.
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
