import Timing

/// Lists that a column holds as a JSON array.
extension [String] {
  /// Reads such a column.
  init(storedJSON text: String) throws {
    // Most sessions have no tags, and reading JSON costs more than the rest of the row.
    self =
      text == "[]"
      ? []
      : try JSONReader.read(text) { reader throws(JSONReader.Malformed) in try reader.strings() }
  }

  /// The text of such a column.
  var storedJSON: String {
    if isEmpty { return "[]" }
    var json = JSONWriter()
    json.element(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension [Person] {
  /// Reads such a column.
  init(storedJSON text: String) throws {
    self =
      text == "[]"
      ? []
      : try JSONReader.read(text) { reader throws(JSONReader.Malformed) in try reader.people() }
  }

  /// The text of such a column.
  var storedJSON: String {
    if isEmpty { return "[]" }
    var json = JSONWriter()
    json.array { for person in self { person.write(to: &$0) } }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
