package import Text

/// Codes the fields of an object that is stored as JSON: one list of them writes, reads and checks
/// them.
///
/// Reading replaces the values. Writing and checking leave them as they are.
package protocol FieldCoder {
  /// The version of the fields that are read; nil if none are.
  var readVersion: Int? { get }

  /// Codes a field: unchanged means that it is missing, lifted that it is null.
  ///
  /// `fault` returns the reason why a value is invalid.
  mutating func rule<Value: FieldValue>(
    _ name: String, _ value: inout PlanChange.Rule<Value>, since version: Int,
    _ fault: (Value) -> String?)

  /// Notes that the object needs a version of at least this number.
  mutating func need(version: Int)

  /// Notes the reason why the values are invalid, if they are.
  mutating func check(_ fault: @autoclosure () -> String?)

  /// Notes that the fields that are read do not make a value.
  mutating func lack()
}

extension FieldCoder {
  /// Whether fields are read.
  package var isReading: Bool { readVersion != nil }

  /// Codes a field of the first version.
  package mutating func rule<Value: FieldValue>(
    _ name: String, _ value: inout PlanChange.Rule<Value>,
    _ fault: (Value) -> String? = { _ in nil }
  ) {
    rule(name, &value, since: 1, fault)
  }

  /// Codes a field that may be missing; null is the same.
  package mutating func optional<Value: FieldValue>(
    _ name: String, _ value: inout Value?, since version: Int = 1,
    _ fault: (Value) -> String? = { _ in nil }
  ) {
    var rule = value.map { PlanChange.Rule.set($0) } ?? .unchanged
    self.rule(name, &rule, since: version, fault)
    value = rule.value
  }

  /// Codes a field that must not be missing or null.
  package mutating func required<Value: FieldValue>(
    _ name: String, _ value: inout Value, _ fault: (Value) -> String? = { _ in nil }
  ) {
    var rule = PlanChange.Rule.set(value)
    self.rule(name, &rule, fault)
    if let new = rule.value { value = new } else { lack() }
  }

  /// Codes a field that must not be missing, but may be null.
  package mutating func nullable<Value: FieldValue>(
    _ name: String, _ value: inout Value?, _ fault: (Value) -> String? = { _ in nil }
  ) {
    var rule = value.map { PlanChange.Rule.set($0) } ?? .lifted
    self.rule(name, &rule, fault)
    if rule == .unchanged { lack() }
    value = rule.value
  }
}

extension PlanChange.Rule {
  /// The value that is set; nil if there is none.
  package var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }
}

/// Writes and checks fields.
package struct FieldWriter: FieldCoder {
  package var json = JSONWriter()
  /// The oldest version that has all fields.
  package private(set) var version = 1
  /// The reason why a value is invalid, the first of several; nil if all are valid.
  package private(set) var fault: String?

  package init() {}

  package var readVersion: Int? { nil }

  package mutating func rule<Value: FieldValue>(
    _ name: String, _ value: inout PlanChange.Rule<Value>, since version: Int,
    _ fault: (Value) -> String?
  ) {
    switch value {
    case .unchanged: return
    case .lifted: json.field(name, Value?.none)
    case .set(let value):
      json.field(name, value)
      check(fault(value) ?? value.fault)
    }
    need(version: version)
  }

  package mutating func need(version: Int) { self.version = max(self.version, version) }

  package mutating func check(_ fault: @autoclosure () -> String?) {
    if self.fault == nil { self.fault = fault() }
  }

  package mutating func lack() {}
}

/// Reads fields; unknown ones are skipped.
package struct FieldReader: FieldCoder {
  private let version: Int
  /// The fields in their order, each with a reader at its value.
  private var fields: [(name: String, value: JSONReader)] = []
  private var error: JSONReader.Malformed?
  private var isComplete = true

  /// Returns a value with the fields of an object; nil if they do not make one.
  ///
  /// Text that is no object and a field of another type are errors.
  package static func read<Value>(
    _ reader: inout JSONReader, version: Int = .max, into blank: Value,
    _ code: (inout Value, inout FieldReader) -> Void
  ) throws(JSONReader.Malformed) -> Value? {
    var fields = FieldReader(version: version)
    try reader.object { name, reader throws(JSONReader.Malformed) in
      fields.fields.append((name, reader))
      try reader.skip()
    }
    var value = blank
    code(&value, &fields)
    if let error = fields.error { throw error }
    return fields.isComplete ? value : nil
  }

  private init(version: Int) { self.version = version }

  package var readVersion: Int? { version }

  package mutating func rule<Value: FieldValue>(
    _ name: String, _ value: inout PlanChange.Rule<Value>, since version: Int,
    _ fault: (Value) -> String?
  ) {
    value = .unchanged
    guard version <= self.version, var field = fields.last(where: { $0.name == name })?.value else {
      return
    }
    if field.takeNull() {
      value = .lifted
      return
    }
    do throws(JSONReader.Malformed) {
      if let found = try Value.read(&field) { value = .set(found) }
    } catch {
      self.error = self.error ?? error
    }
  }

  package mutating func need(version: Int) {}
  package mutating func check(_ fault: @autoclosure () -> String?) {}
  package mutating func lack() { isComplete = false }
}

/// A type whose values are fields of stored objects.
package protocol FieldValue: JSONValue, Hashable, Sendable {
  /// Reads a value; nil for a text that is none.
  static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Self?

  /// The reason why it is invalid; nil if it is valid.
  var fault: String? { get }
}

extension FieldValue {
  package var fault: String? { nil }
}

extension FieldValue where Self: RawRepresentable<String> {
  package func write(to json: inout JSONWriter) { rawValue.write(to: &json) }

  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Self? {
    Self(rawValue: try reader.string())
  }
}

/// A value that is stored as an object.
package protocol CodedObject: FieldValue {
  /// A value whose fields are then read.
  static var blank: Self { get }

  mutating func code(_ fields: inout some FieldCoder)
}

extension CodedObject {
  package func write(to json: inout JSONWriter) {
    var (object, fields) = (self, FieldWriter())
    json.object { json in
      swap(&fields.json, &json)
      object.code(&fields)
      swap(&fields.json, &json)
    }
  }

  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Self? {
    let start = reader
    let object = try FieldReader.read(&reader, into: blank) { $0.code(&$1) }
    guard let object else { throw start.malformed }
    return object
  }

  package var fault: String? {
    var (object, fields) = (self, FieldWriter())
    object.code(&fields)
    return fields.fault
  }
}

extension String: FieldValue {
  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> String? {
    try reader.string()
  }
}

extension Int: FieldValue {
  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Int? {
    Int(try reader.integer())
  }
}

extension Bool: FieldValue {
  /// Reads true; nil for any other value.
  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Bool? {
    reader.takeTrue() ? true : nil
  }
}

extension Duration: FieldValue {
  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Duration? {
    .nanoseconds(try reader.integer())
  }
}

extension Moment: FieldValue {
  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Moment? {
    let start = reader
    let text = try reader.string()
    do throws(MomentTextError) {
      return try Moment(rfc3339: text)
    } catch {
      throw start.malformed
    }
  }
}

extension EventID: FieldValue {
  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> EventID? {
    EventID(try reader.string())
  }
}

extension Array: FieldValue where Element: FieldValue {
  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> [Element]? {
    try reader.array { reader throws(JSONReader.Malformed) in
      let start = reader
      guard let element = try Element.read(&reader) else { throw start.malformed }
      return element
    }
  }

  package var fault: String? { lazy.compactMap(\.fault).first }
}
