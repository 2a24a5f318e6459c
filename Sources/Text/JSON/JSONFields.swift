/// The fields of an object in their order.
///
/// ```swift
/// let answer: JSONFields = ["session": 3, "name": name, "pb": IfAny(best)]
/// ```
package struct JSONFields: JSONValue, ExpressibleByDictionaryLiteral {
  private var fields: [(name: String, value: any JSONValue)]

  package init(_ fields: [(String, any JSONValue)]) {
    self.fields = fields
  }

  package init(dictionaryLiteral fields: (String, any JSONValue)...) {
    self.init(fields)
  }

  package static func + (left: JSONFields, right: JSONFields) -> JSONFields {
    var sum = left
    sum.fields += right.fields
    return sum
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      for (name, value) in fields where !value.isOmitted { json.field(name, value) }
    }
  }
}

/// A value whose field an object leaves out if it is nil.
package struct IfAny<Value: JSONValue>: JSONValue {
  private let value: Value?

  package init(_ value: Value?) {
    self.value = value
  }

  package var isOmitted: Bool { value == nil }
  package var cell: Cell { value.cell }
  package func write(to json: inout JSONWriter) { value.write(to: &json) }
}

/// A type whose values are JSON objects.
package protocol JSONObject: JSONValue {
  /// Its fields.
  var object: JSONFields { get }
}

extension JSONObject {
  package func write(to json: inout JSONWriter) { object.write(to: &json) }
}
