import EventLog
import SQLite
package import Text
package import Timing

extension Event.Kind {
  /// The name of the kind in the log.
  package var name: String {
    switch self {
    case .started: "started"
    case .stopped: "stopped"
    case .resumed: "resumed"
    case .lapped: "lapped"
    case .timestamped: "timestamped"
    case .named: "named"
    case .tagged: "tagged"
    case .untagged: "untagged"
    case .identified: "identified"
    case .planned: "planned"
    case .amended: "amended"
    case .removed: "removed"
    case .reverted: "reverted"
    case .discarded: "discarded"
    case .unknown(let name): name
    }
  }

  /// Creates the kind with a name from its payload.
  ///
  /// Nil if the payload lacks a field that the kind needs.
  ///
  /// - Parameters:
  ///   - name: any name; an unknown one makes an unknown kind.
  ///   - payload: reads the payload, called only if needed.
  init?(name: String, _ payload: () throws -> Payload) rethrows {
    switch name {
    case "stopped": self = .stopped
    case "resumed": self = .resumed
    case "discarded": self = .discarded
    case "lapped": self = .lapped(label: try payload().label)
    case "started": self = .started(Event.Start(try payload()))
    case "planned": self = .planned(PlanChange(try payload()))
    default: try self.init(nameWithNeeds: name, payload)
    }
  }

  /// Creates a kind that requires its payload.
  private init?(nameWithNeeds name: String, _ payload: () throws -> Payload) rethrows {
    let kind: Event.Kind? =
      switch name {
      case "timestamped": try payload().label.map { .timestamped(label: $0) }
      case "named": try payload().name.map { .named($0) }
      case "tagged": try payload().tags.map { .tagged($0) }
      case "untagged": try payload().tags.map { .untagged($0) }
      case "identified": try payload().people.map { .identified($0) }
      case "removed": try payload().target.map { .removed($0) }
      case "reverted": try payload().target.map { .reverted($0) }
      case "amended": Event.Kind(amended: try payload())
      default: .unknown(name: name)
      }
    guard let kind else { return nil }
    self = kind
  }

  private init?(amended payload: Payload) {
    guard let target = payload.target else { return nil }
    if let by = payload.by {
      self = .amended(target, .by(by))
    } else if let at = payload.at {
      self = .amended(target, .at(at))
    } else if let label = payload.label {
      self = .amended(target, .label(label))
    } else {
      return nil
    }
  }
}

extension Event.Start {
  init(_ payload: Payload) {
    self.init(
      name: payload.name, tags: payload.tags ?? [],
      plan: Plan(
        laps: payload.laps.value, limit: payload.limit.value,
        minimumLap: payload.minimumLap.value))
  }
}

extension PlanChange {
  init(_ payload: Payload) {
    self.init(laps: payload.laps, limit: payload.limit, minimumLap: payload.minimumLap)
  }
}

extension PlanChange.Rule {
  fileprivate var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }
}

/// The payload of an event in its newest version: the fields of all kinds.
///
/// If a field that a kind needs is missing or has another type, the event is damaged. Fields that
/// this version does not know stay in the log and are ignored.
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

  private mutating func read(
    _ name: String, _ reader: inout JSONReader
  ) throws(JSONReader.Malformed) {
    switch name {
    case "laps": laps = try reader.rule { Int($0) }
    case "limit_ns": limit = try reader.rule { .nanoseconds($0) }
    case "min_lap_ns": minimumLap = try reader.rule { .nanoseconds($0) }
    case "name", "tags", "label", "people", "target", "by_ns":
      // A null is the same as a missing field.
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

extension Event.Kind {
  /// The payload of this kind in its newest version: a JSON object without spaces.
  var data: String {
    var json = JSONWriter()
    json.object { write(to: &$0) }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(to json: inout JSONWriter) {
    switch self {
    case .started(let start):
      if let name = start.name { json.field("name", name) }
      if !start.tags.isEmpty { json.field("tags", start.tags) }
      PlanChange(setting: start.plan).write(to: &json)
    case .lapped(let label):
      if let label { json.field("label", label) }
    case .timestamped(let label): json.field("label", label)
    case .named(let name): json.field("name", name)
    case .tagged(let tags), .untagged(let tags): json.field("tags", tags)
    case .identified(let people):
      json.array("people") { for person in people { person.write(to: &$0) } }
    case .planned(let change): change.write(to: &json)
    case .amended(let target, let amendment):
      json.field("target", target)
      switch amendment {
      case .by(let span): json.field("by_ns", span)
      case .at(let moment): json.field("at", moment)
      case .label(let text): json.field("label", text)
      }
    case .removed(let target), .reverted(let target): json.field("target", target)
    case .stopped, .resumed, .discarded, .unknown: break
    }
  }
}

extension PlanChange {
  fileprivate func write(to json: inout JSONWriter) {
    laps.write("laps", to: &json)
    limit.write("limit_ns", to: &json)
    minimumLap.write("min_lap_ns", to: &json)
  }
}

extension PlanChange.Rule where Value: JSONValue {
  fileprivate func write(_ name: String, to json: inout JSONWriter) {
    switch self {
    case .unchanged: break
    case .lifted: json.field(name, Value?.none)
    case .set(let value): json.field(name, value)
    }
  }
}

extension Person {
  /// Writes the JSON object of a person.
  package func write(to json: inout JSONWriter) {
    json.object {
      $0.field("first", first)
      $0.field("last", last)
      $0.field("full", full)
    }
  }
}

/// Validation of an event's content, for new and imported events: a log contains nothing that
/// another log would refuse.
extension Event.Kind {
  /// The reason why the content is invalid; nil if it is valid.
  var validationError: String? {
    switch self {
    case .started(let start):
      start.name.flatMap(\.labelFault).map { "the name \($0)" }
        ?? tagsUnsoundness(start.tags)
        ?? PlanChange(setting: start.plan).validationError
    case .lapped(let label): label.flatMap(\.labelFault).map { "the label \($0)" }
    case .timestamped(let label), .amended(_, .label(let label)):
      label.labelFault.map { "the label \($0)" }
    case .named(let name): name.labelFault.map { "the name \($0)" }
    case .tagged(let tags), .untagged(let tags): tagsUnsoundness(tags)
    case .identified(let people):
      people.count > EventBounds.mostItems
        ? "it names more than \(EventBounds.mostItems) people"
        : people.lazy.compactMap(\.validationError).first
    case .planned(let change): change.validationError
    case .unknown(let name): name.labelFault.map { "the kind \($0)" }
    case .stopped, .resumed, .amended, .removed, .reverted, .discarded: nil
    }
  }

  private func tagsUnsoundness(_ tags: [String]) -> String? {
    tags.count > EventBounds.mostItems
      ? "it has more than \(EventBounds.mostItems) tags"
      : tags.lazy.compactMap(\.labelFault).first.map { "a tag \($0)" }
  }
}

extension Person {
  /// The reason why one of the names is invalid; nil if they are valid.
  ///
  /// The first and the last name may be empty.
  fileprivate var validationError: String? {
    full.labelFault.map { "the name \($0)" }
      ?? first.lengthFault.map { "the first name \($0)" }
      ?? last.lengthFault.map { "the last name \($0)" }
  }
}

extension PlanChange {
  /// The reason why a rule is invalid; nil if the rules are valid.
  fileprivate var validationError: String? {
    if case .set(let laps) = laps, laps < 1 { return "the planned laps are less than one" }
    if case .set(let limit) = limit, limit <= .zero { return "the limit is not above zero" }
    if case .set(let span) = minimumLap, span < .zero { return "the shortest lap is below zero" }
    return nil
  }
}
