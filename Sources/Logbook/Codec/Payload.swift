import Timing
import Text

/// The payload of an event in its newest shape: the fields that any kind may have.
///
/// A field that a kind needs and that is missing, or is of another type, makes the event damaged;
/// fields that this version does not know are kept in the log and not looked at.
struct Payload {
  var name: String?
  var tags: [String]?
  var label: String?
  var people: [Person]?
  var laps: PlanChange.Rule<Int> = .unchanged
  var limit: PlanChange.Rule<Duration> = .unchanged
  var minimumLap: PlanChange.Rule<Duration> = .unchanged
  var target: EventID?
  var by: Duration?
  var at: Moment?

  /// Reads a payload.
  ///
  /// - Throws: `JSONReader.Malformed` if it is no object, or a field is of another type;
  ///   `MomentTextError`.
  init(json: String) throws {
    // Most events say nothing: a lap without a label, a stop.
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

  private mutating func read(
    _ name: String, _ reader: inout JSONReader
  ) throws(JSONReader.Malformed) {
    switch name {
    case "laps": laps = try reader.rule { Int($0) }
    case "limit_ns": limit = try reader.rule { .nanoseconds($0) }
    case "min_lap_ns": minimumLap = try reader.rule { .nanoseconds($0) }
    case "name", "tags", "label", "people", "target", "by_ns":
      // A null is as good as no field.
      if !reader.takeNull() { try readValue(of: name, &reader) }
    default: try reader.skip()
    }
  }

  private mutating func readValue(
    of name: String, _ reader: inout JSONReader
  ) throws(JSONReader.Malformed) {
    switch name {
    case "name": self.name = try reader.string()
    case "label": label = try reader.string()
    case "tags": tags = try reader.strings()
    case "people": people = try reader.people()
    case "target": target = EventID(try reader.string())
    default: by = .nanoseconds(try reader.integer())
    }
  }
}

extension JSONReader {
  /// Null, or a number: a rule is lifted, or set.
  fileprivate mutating func rule<Value>(
    _ value: (Int64) -> Value
  ) throws(Malformed) -> PlanChange.Rule<Value> {
    takeNull() ? .lifted : .set(value(try integer()))
  }

  /// An array of strings.
  mutating func strings() throws(Malformed) -> [String] {
    try array { reader throws(Malformed) in try reader.string() }
  }

  /// An array of people.
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
