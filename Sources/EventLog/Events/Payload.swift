import FoundationEssentials
import Timing

/// The payload of an event in its newest shape: the fields that any kind may have.
///
/// A field that a kind needs and that is missing, or is of another type, makes the event damaged;
/// fields that this version does not know are kept in the log and not looked at.
struct Payload: Decodable {
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

  /// The names of the fields in the payload.
  enum CodingKeys: String, CodingKey {
    case name, tags, label, people, laps
    case limit = "limit_ns"
    case minimumLap = "min_lap_ns"
    case target
    case by = "by_ns"
    case at
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decodeIfPresent(String.self, forKey: .name)
    tags = try fields.decodeIfPresent([String].self, forKey: .tags)
    label = try fields.decodeIfPresent(String.self, forKey: .label)
    people = try fields.decodeIfPresent([Person.Fields].self, forKey: .people)?.map(\.person)
    laps = try fields.rule(.laps) { $0 }
    limit = try fields.rule(.limit) { .nanoseconds($0) }
    minimumLap = try fields.rule(.minimumLap) { .nanoseconds($0) }
    target = try fields.decodeIfPresent(String.self, forKey: .target).flatMap(EventID.init)
    by = try fields.decodeIfPresent(Int64.self, forKey: .by).map { .nanoseconds($0) }
    at = try fields.decodeIfPresent(String.self, forKey: .at).map(Moment.init(rfc3339:))
  }

  /// Reads a payload.
  ///
  /// - Throws: what is wrong with it, in the words of the JSON decoder.
  init(json: String) throws {
    // Most events say nothing: a lap without a label, a stop.
    if json == "{}" { return }
    self = try JSONDecoder().decode(Payload.self, from: Data(json.utf8))
  }
}

extension KeyedDecodingContainer<Payload.CodingKeys> {
  /// Absent, null, or a value: three different things.
  fileprivate func rule<Stored: Decodable, Value>(
    _ key: Payload.CodingKeys, _ value: (Stored) -> Value
  ) throws -> PlanChange.Rule<Value> {
    guard contains(key) else { return .unchanged }
    return try decodeNil(forKey: key)
      ? .lifted : .set(value(decode(Stored.self, forKey: key)))
  }
}

extension Person {
  /// A person as the payload has it.
  fileprivate struct Fields: Decodable {
    var first: String
    var last: String
    var full: String

    var person: Person { Person(first: first, last: last, full: full) }
  }
}
