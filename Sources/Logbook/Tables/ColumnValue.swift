import EventLog
import SQLite
import Text
package import Timing

enum ColumnValue {
  case number(Int64?)
  case text(String?)

  static func number(_ number: Int?) -> ColumnValue { .number(number.map(Int64.init)) }
  static func span(_ span: Duration?) -> ColumnValue { .number(span?.nanoseconds) }
  static func moment(_ moment: Moment?) -> ColumnValue { .number(moment?.nanosecondsSince1970) }
  static func flag(_ flag: Bool) -> ColumnValue { .number(flag ? 1 : 0 as Int64) }

  /// Whether another value is the same for SQL, which compares the bytes of texts: Swift's `==`
  /// ignores the Unicode form.
  func isSame(as other: ColumnValue) -> Bool {
    switch (self, other) {
    case (.number(let number), .number(let other)): number == other
    case (.text(let text), .text(let other)): text.hasSameBytes(as: other)
    case (.number, .text), (.text, .number): false
    }
  }
}

extension String? {
  func hasSameBytes(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.utf8.elementsEqual(other.utf8)
  }
}

extension Statement {
  func bind(_ value: ColumnValue, at index: Int) throws(DatabaseError) {
    switch value {
    case .number(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    }
  }

  /// Whether a column of the current row has the value; texts are compared by their bytes.
  func has(_ value: ColumnValue, at column: Int) -> Bool {
    switch value {
    case .number(let number): return optionalInt(column) == number
    case .text(nil): return isNull(column)
    case .text(var text?):
      return !isNull(column)
        && text.withUTF8 { $0.elementsEqual(utf8(column)) }
    }
  }
}

/// Values stored in a column as JSON.
extension FieldValue {
  static func read(storedJSON text: String, column: String) throws(LogError) -> Self {
    let value = try? JSONReader.read(text) { reader throws(JSONReader.Malformed) in
      try read(&reader)
    }
    guard let value else { throw .inconsistent(.malformed(column: column)) }
    return value
  }

  /// The text of the column.
  var storedJSON: String { JSONWriter.text(self) }
}

/// Lists stored in a column, of which most are empty.
extension Array where Element: FieldValue {
  init(storedJSON text: String, column: String) throws(LogError) {
    self = text == "[]" ? [] : try .read(storedJSON: text, column: column)
  }

  /// The text of the column.
  var storedJSON: String { isEmpty ? "[]" : JSONWriter.text(self) }
}

extension Profile {
  mutating func readRules(_ text: String?) throws(LogError) {
    plan = Plan()
    timingPoint = nil
    guard let text else { return }
    let rules = try? JSONReader.read(text) { reader throws(JSONReader.Malformed) in
      let none = (change: PlanChange(), point: TimingPoint?.none)
      return try FieldCoder.read(&reader, into: none) { rules, fields in
        rules.change.code(&fields)
        fields.optional("joined", &rules.point)
      }
    }
    guard let rules else { throw .inconsistent(.malformed(column: "plan")) }
    (plan, timingPoint) = (rules.change.applied(to: plan), rules.point)
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

  package mutating func code(_ fields: inout FieldCoder) {
    fields.required("race", &race)
    fields.required("point", &point)
    fields.required("priority", &priority)
  }
}
