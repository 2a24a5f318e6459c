import EventLog
import Timing
import Text

/// Lists stored in a column as a JSON array.
extension [String] {
  /// Reads the column.
  ///
  /// - Throws: `LogError.inconsistent`.
  init(storedJSON text: String, column: String) throws {
    self = try storedList(text, column: column) { reader throws(JSONReader.Malformed) in
      try reader.strings()
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
  /// Reads the column.
  ///
  /// - Throws: `LogError.inconsistent`.
  init(storedJSON text: String) throws(LogError) {
    self = try storedList(text, column: "people") { reader throws(JSONReader.Malformed) in
      try reader.people()
    }
  }

  /// The text of the column.
  var storedJSON: String {
    if isEmpty { return "[]" }
    var json = JSONWriter()
    json.array { for person in self { person.write(to: &$0) } }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension Plan {
  /// Reads the column; null means no rules.
  ///
  /// - Throws: `LogError.inconsistent`.
  init(storedJSON text: String?) throws(LogError) {
    self.init()
    guard let text else { return }
    do {
      let payload = try Payload(json: text)
      if case .set(let laps) = payload.laps { self.laps = laps }
      if case .set(let limit) = payload.limit { self.limit = limit }
      if case .set(let shortest) = payload.minimumLap { minimumLap = shortest }
      course = payload.course.value
      segments = payload.segments.value
      race = payload.race.value
    } catch {
      throw .inconsistent(.malformed(column: "plan"))
    }
  }

  /// The text of the column; nil without rules.
  var storedJSON: String? {
    if self == Plan() { return nil }
    var json = JSONWriter()
    json.object {
      $0.field("laps", laps)
      $0.field("limit_ns", limit)
      $0.field("min_lap_ns", minimumLap)
      if let course { $0.field("course", course) }
      if let segments { $0.field("segments", segments) }
      if let race {
        $0.key("race")
        race.write(to: &$0)
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
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
