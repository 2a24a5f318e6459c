package import Text

/// Codes the fields of an object that is stored as JSON: one list of them writes, reads and checks
/// them.
///
/// Reading replaces the values. Writing, which also checks, leaves them as they are.
///
/// Callers are in other modules. Compiled for texts, as most fields are, reading an entry takes a quarter
/// less; for the number of a lap's segment, an append takes 2 % less.
package struct FieldCoder {
  /// The version of the fields that are read; nil if fields are written.
  package let readVersion: Int?
  /// The fields that were read, in their order, each with a reader at its value.
  private var fields: [(name: String, value: JSONReader)] = []
  private var error: JSONReader.Malformed?
  private var isComplete = true

  /// The fields that were written.
  package var json = JSONWriter()
  /// The oldest version that has all fields written.
  package private(set) var version = 1
  /// The reason why a value written is invalid, the first of several; nil if all are valid.
  package private(set) var fault: String?

  /// Creates a coder that writes, or reads fields of a version.
  package init(readVersion: Int? = nil) { self.readVersion = readVersion }

  /// Returns a value with the fields of an object; nil if they do not make one.
  ///
  /// Unknown fields are skipped. Text that is no object and a field of another type are errors.
  package static func read<Value>(
    _ reader: inout JSONReader, version: Int = .max, into blank: Value,
    _ code: (inout Value, inout FieldCoder) -> Void
  ) throws(JSONReader.Malformed) -> Value? {
    var coder = FieldCoder(readVersion: version)
    try reader.object { name, reader throws(JSONReader.Malformed) in
      coder.fields.append((name, reader))
      try reader.skip()
    }
    var value = blank
    code(&value, &coder)
    if let error = coder.error { throw error }
    return coder.isComplete ? value : nil
  }

  package var isReading: Bool { readVersion != nil }

  /// Codes a field: unchanged means that it is missing, lifted that it is null.
  ///
  /// `fault` returns the reason why a value is invalid.
  @_specialize(where Value == String)
  package mutating func rule<Value: FieldValue>(
    _ name: String, _ value: inout PlanChange.Rule<Value>, since version: Int = 1,
    _ fault: (Value) -> String? = { _ in nil }
  ) {
    if let readVersion {
      value = version <= readVersion ? read(name) : .unchanged
      return
    }
    switch value {
    case .unchanged: return
    case .lifted: json.field(name, Value?.none)
    case .set(let value):
      json.field(name, value)
      check(fault(value) ?? value.fault)
    }
    need(version: version)
  }

  private mutating func read<Value: FieldValue>(_ name: String) -> PlanChange.Rule<Value> {
    guard var field = fields.last(where: { $0.name == name })?.value else { return .unchanged }
    if field.takeNull() { return .lifted }
    do throws(JSONReader.Malformed) {
      return try Value.read(&field).map { .set($0) } ?? .unchanged
    } catch {
      self.error = self.error ?? error
      return .unchanged
    }
  }

  /// Notes that the object needs a version of at least this number.
  package mutating func need(version: Int) { self.version = max(self.version, version) }

  /// Notes the reason why the values written are invalid, if they are.
  package mutating func check(_ fault: @autoclosure () -> String?) {
    if !isReading, self.fault == nil { self.fault = fault() }
  }

  /// Notes that the fields that are read do not make a value.
  package mutating func lack() { isComplete = false }

  /// Codes a field that may be missing; null is the same.
  @_specialize(where Value == String)
  @_specialize(where Value == Int)
  package mutating func optional<Value: FieldValue>(
    _ name: String, _ value: inout Value?, since version: Int = 1,
    _ fault: (Value) -> String? = { _ in nil }
  ) {
    var rule = value.map { PlanChange.Rule.set($0) } ?? .unchanged
    self.rule(name, &rule, since: version, fault)
    value = rule.value
  }

  /// Codes a field that must not be missing or null.
  @_specialize(where Value == String)
  package mutating func required<Value: FieldValue>(
    _ name: String, _ value: inout Value, _ fault: (Value) -> String? = { _ in nil }
  ) {
    var rule = PlanChange.Rule.set(value)
    self.rule(name, &rule, fault)
    if let new = rule.value { value = new } else { lack() }
  }

  /// Codes a field that must not be missing, but may be null.
  @_specialize(where Value == String)
  package mutating func nullable<Value: FieldValue>(
    _ name: String, _ value: inout Value?, _ fault: (Value) -> String? = { _ in nil }
  ) {
    var rule = value.map { PlanChange.Rule.set($0) } ?? .lifted
    self.rule(name, &rule, fault)
    if rule == .unchanged { lack() }
    value = rule.value
  }
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

  mutating func code(_ fields: inout FieldCoder)
}

extension CodedObject {
  package func write(to json: inout JSONWriter) {
    var (object, fields) = (self, FieldCoder())
    json.object { json in
      swap(&fields.json, &json)
      object.code(&fields)
      swap(&fields.json, &json)
    }
  }

  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> Self? {
    let start = reader
    let object = try FieldCoder.read(&reader, into: blank) { $0.code(&$1) }
    guard let object else { throw start.malformed }
    return object
  }

  package var fault: String? {
    var (object, fields) = (self, FieldCoder())
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

extension JSONReader {
  /// Reads a value; a text that is none is malformed.
  package mutating func value<Value: FieldValue>() throws(Malformed) -> Value {
    let start = self
    guard let value = try Value.read(&self) else { throw start.malformed }
    return value
  }
}

extension Array: FieldValue where Element: FieldValue {
  package static func read(_ reader: inout JSONReader) throws(JSONReader.Malformed) -> [Element]? {
    try reader.array { reader throws(JSONReader.Malformed) in try reader.value() }
  }

  package var fault: String? { lazy.compactMap(\.fault).first }
}
