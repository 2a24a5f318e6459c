import EventLog
import Text
package import Timing

/// Values stored in a column as JSON.
extension FieldValue {
  /// Reads the text of a column.
  static func read(storedJSON text: String, column: String) throws(LogError) -> Self {
    let value: Self?
    do {
      value = try JSONReader.read(text) { reader throws(JSONReader.Malformed) in
        try read(&reader)
      }
    } catch {
      throw .inconsistent(.malformed(column: column))
    }
    guard let value else { throw .inconsistent(.malformed(column: column)) }
    return value
  }

  /// The text of the column.
  var storedJSON: String {
    var json = JSONWriter()
    json.element(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// Lists stored in a column, of which most are empty.
extension Array where Element: FieldValue {
  init(storedJSON text: String, column: String) throws(LogError) {
    self = text == "[]" ? [] : try .read(storedJSON: text, column: column)
  }

  /// The text of the column.
  package var storedJSON: String {
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
        let none = (change: PlanChange(), point: TimingPoint?.none)
        return try FieldReader.read(&reader, into: none) { rules, fields in
          rules.change.code(&fields)
          fields.optional("joined", &rules.point)
        }
      }
      plan = rules?.change.applied(to: plan) ?? plan
      timingPoint = rules?.point
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
      if let timingPoint { $0.field("joined", timingPoint) }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension TimingPoint: CodedObject {
  package static var blank: TimingPoint { TimingPoint(race: .zero, point: "", priority: 0) }

  package mutating func code(_ fields: inout some FieldCoder) {
    fields.required("race", &race)
    fields.required("point", &point)
    fields.required("priority", &priority)
  }
}
