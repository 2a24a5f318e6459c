import EventLog
import Timing
import Text

/// Lists that a column holds as a JSON array.
extension [String] {
  /// Reads such a column.
  ///
  /// - Throws: `LogError.inconsistent`.
  init(storedJSON text: String) throws {
    self = try storedList(text) { reader throws(JSONReader.Malformed) in try reader.strings() }
  }

  /// The text of such a column.
  package var storedJSON: String {
    if isEmpty { return "[]" }
    var json = JSONWriter()
    json.element(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension [Person] {
  /// Reads such a column.
  ///
  /// - Throws: `LogError.inconsistent`.
  init(storedJSON text: String) throws(LogError) {
    self = try storedList(text) { reader throws(JSONReader.Malformed) in try reader.people() }
  }

  /// The text of such a column.
  var storedJSON: String {
    if isEmpty { return "[]" }
    var json = JSONWriter()
    json.array { for person in self { person.write(to: &$0) } }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

private func storedList<Element>(
  _ text: String, _ body: (inout JSONReader) throws(JSONReader.Malformed) -> [Element]
) throws(LogError) -> [Element] {
  if text == "[]" { return [] }
  do {
    return try JSONReader.read(text, body)
  } catch {
    throw .inconsistent(reason: "a list in the tables is no list")
  }
}
