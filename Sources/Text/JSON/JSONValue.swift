/// What has one spelling in JSON.
package protocol JSONValue {
  /// Appends it.
  func write(to json: inout JSONWriter)
}

extension Int: JSONValue {
  package func write(to json: inout JSONWriter) { Int64(self).write(to: &json) }
}

extension Int64: JSONValue {
  /// Exactly, all digits; readers that know only doubles lose what is above 2^53.
  package func write(to json: inout JSONWriter) { json.bytes.append(decimal: self) }
}

extension Double: JSONValue {
  /// The fewest digits that read back as the same number; null for infinities and NaN, which JSON
  /// does not have.
  package func write(to json: inout JSONWriter) { json.bytes.append(isFinite ? "\(self)" : "null") }
}

extension Bool: JSONValue {
  package func write(to json: inout JSONWriter) { json.bytes.append(self ? "true" : "false") }
}

extension String: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.bytes.append(jsonString: utf8Span.span)
  }
}

extension Moment: JSONValue {
  /// RFC 3339 in UTC with nine decimals.
  package func write(to json: inout JSONWriter) {
    json.bytes.append(UInt8(ascii: "\""))
    appendRFC3339(to: &json.bytes)
    json.bytes.append(UInt8(ascii: "\""))
  }
}

extension Duration: JSONValue {
  /// Its nanoseconds: for fields named `…_ns`.
  package func write(to json: inout JSONWriter) { nanoseconds.write(to: &json) }
}

extension EventID: JSONValue {
  package func write(to json: inout JSONWriter) { description.write(to: &json) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
  /// The value, or null where there is none.
  package func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.bytes.append("null") }
  }
}

extension Array: JSONValue where Element: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.bytes.append(UInt8(ascii: "["))
    for index in indices {
      if index > 0 { json.bytes.append(UInt8(ascii: ",")) }
      self[index].write(to: &json)
    }
    json.bytes.append(UInt8(ascii: "]"))
  }
}
