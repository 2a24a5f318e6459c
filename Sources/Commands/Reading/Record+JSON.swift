import EventLog
import Text

extension Record {
  /// The names of its fields, in JSON and as columns.
  static let fields = [
    "position", "session", "uid", "version", "id", "kind", "kind_version", "at", "basis",
    "recorded_at", "ticks_ns", "clock", "source", "data",
  ]

  /// Writes the fields of the event.
  func write(to json: inout JSONWriter, uid: EventID) {
    json.field("position", position)
    json.field("session", session)
    json.field("uid", uid)
    json.field("version", version)
    json.field("id", id)
    json.field("kind", kind)
    json.field("kind_version", kindVersion)
    json.field("at", at)
    json.field("basis", basis.rawValue)
    json.field("recorded_at", recordedAt)
    json.field("ticks_ns", ticks)
    json.field("clock", clock.rawValue)
    json.field("source", source)
    json.field("data", json: data.harmlessJSON.utf8)
  }

  /// Writes the fields of the event as a row.
  func write(to rows: inout any RowFormat, uid: EventID, _ output: inout [UInt8]) {
    rows.integer(position, to: &output)
    rows.integer(session, to: &output)
    rows.text(uid.description, to: &output)
    rows.integer(version, to: &output)
    rows.text(id.description, to: &output)
    rows.text(kind, to: &output)
    rows.integer(kindVersion, to: &output)
    rows.text(at.rfc3339, to: &output)
    rows.text(basis.rawValue, to: &output)
    rows.text(recordedAt.rfc3339, to: &output)
    rows.integer(ticks, to: &output)
    rows.integer(clock.rawValue, to: &output)
    rows.text(source, to: &output)
    rows.text(data, to: &output)
    rows.endRow(to: &output)
  }
}

extension String {
  /// The same JSON value, written so that no terminal obeys it.
  ///
  /// Characters that a terminal obeys occur within strings, where an escape means the same. Below
  /// U+0020 only white space between values is not escaped already: a space means the same.
  var harmlessJSON: String {
    guard !Harmless.isPrintableASCII(utf8Span.span) else { return self }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if scalar.value < 0x20 {
        bytes.append(" ")
      } else if Harmless.isObeyed(scalar) {
        bytes.append(#"\u"#)
        bytes.append(hexadecimal: UInt8(truncatingIfNeeded: scalar.value >> 8))
        bytes.append(hexadecimal: UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
