import EventLog
package import Text
package import Timing

/// Lists stored in a column as a JSON array.
extension [String] {
  init(storedJSON text: String, column: String) throws {
    self = try storedList(text, column: column) { reader throws(JSONReader.Malformed) in
      try reader.array { reader throws(JSONReader.Malformed) in try reader.string() }
    }
  }

  /// The text of the column.
  package var storedJSON: String {
    if isEmpty { return "[]" }
    var json = JSONWriter()
    json.element(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension [Person] {
  init(storedJSON text: String) throws(LogError) {
    self = try storedList(text, column: "people") { reader throws(JSONReader.Malformed) in
      try [Person].read(&reader) ?? []
    }
  }

  /// The text of the column.
  var storedJSON: String {
    if isEmpty { return "[]" }
    var json = JSONWriter()
    json.element(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension Profile {
  /// Reads the column `plan`; null means no rules.
  mutating func readRules(_ text: String?) throws(LogError) {
    plan = Plan()
    timingPoint = nil
    guard let text else { return }
    do {
      let rules = try JSONReader.read(text) { reader throws(JSONReader.Malformed) in
        try FieldReader.read(&reader, into: PlanChange()) { $0.code(&$1) }
      }
      plan = rules?.applied(to: plan) ?? plan
      timingPoint = try TimingPoint(storedJSON: text)
    } catch {
      throw .inconsistent(.malformed(column: "plan"))
    }
  }

  /// The text of the column `plan`; nil without rules.
  var storedRules: String? {
    if plan == Plan(), timingPoint == nil { return nil }
    var json = JSONWriter()
    json.object {
      $0.field("laps", plan.laps)
      $0.field("limit_ns", plan.limit)
      $0.field("min_lap_ns", plan.minimumLap)
      if let course = plan.course { $0.field("course", course) }
      if let segments = plan.segments { $0.field("segments", segments) }
      if let race = plan.race { $0.field("race", race) }
      if let timingPoint { $0.object("joined") { timingPoint.write(to: &$0) } }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension TimingPoint {
  /// Reads the field `joined` of rules; nil if there is none.
  fileprivate init?(storedJSON text: String) throws(JSONReader.Malformed) {
    let point = try JSONReader.read(text) { reader throws(JSONReader.Malformed) -> TimingPoint? in
      var race: EventID?
      var point: String?
      var priority = 0
      try reader.object { name, reader throws(JSONReader.Malformed) in
        guard name == "joined" else { return try reader.skip() }
        try reader.object { name, reader throws(JSONReader.Malformed) in
          switch name {
          case "race": race = EventID(try reader.string())
          case "point": point = try reader.string()
          case "priority": priority = Int(try reader.integer())
          default: try reader.skip()
          }
        }
      }
      guard let race, let point else { return nil }
      return TimingPoint(race: race, point: point, priority: priority)
    }
    guard let point else { return nil }
    self = point
  }

  /// Writes the fields of the JSON object.
  package func write(to json: inout JSONWriter) {
    json.field("race", race)
    json.field("point", point)
    json.field("priority", priority)
  }
}

private func storedList<Element>(
  _ text: String, column: String,
  _ body: (inout JSONReader) throws(JSONReader.Malformed) -> [Element]
) throws(LogError) -> [Element] {
  if text == "[]" { return [] }
  do {
    return try JSONReader.read(text, body)
  } catch {
    throw .inconsistent(.malformed(column: column))
  }
}
