package import EventLog
package import Racing
package import Text
package import Timing

/// An event as it is stored, with the id of its session, for output.
package struct EventReport: ListedFields {
  package var record: Record
  package var uid: EventID

  package init(_ record: Record, uid: EventID) {
    self.record = record
    self.uid = uid
  }

  package static let fields: [Field<Self>] = [
    Field("position", \.record.position), Field("session", \.record.session), Field("uid", \.uid),
    Field("version", \.record.version), Field("id", \.record.id), Field("kind", \.record.kind),
    Field("kind_version", \.record.kindVersion), Field("at", \.record.at),
    Field("basis", \.record.basis.rawValue), Field("recorded_at", \.record.recordedAt),
    Field("ticks_ns", \.record.ticks), Field("clock", \.record.clock.rawValue),
    Field("source", \.record.source),
    Field("data") { Payload(text: $0.record.data) },
  ]
}

/// The payload of an event, which is JSON: in an object its value, in a row its text.
private struct Payload: JSONValue {
  let text: String

  func write(to json: inout JSONWriter) { json.bytes.append(text.harmlessJSON) }

  var cell: Cell { .text(text) }
}

extension String {
  /// The same JSON value without characters that control a terminal.
  ///
  /// In strings, such characters are replaced by escapes. Below U+0020 only white space between
  /// values can occur, which is replaced by a space.
  package var harmlessJSON: String {
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

extension RaceEvent.Crossing {
  /// The crossing and its runner as the race has them; `stored` is nil if the race is not in the log,
  /// and if the crossing has been taken back since.
  package func object(_ stored: StoredCrossing?, isProvisional: Bool = false) -> JSONFields {
    let provisional: JSONFields = ["provisional": IfAny(isProvisional ? true : nil)]
    guard let stored else { return ["bib": bib, "chip": chip, "point": point] + provisional }
    return [
      "bib": stored.bib, "chip": chip, "point": stored.point ?? point, "name": stored.name,
      "entered": stored.isEntered, "number": stored.number, "split_ns": stored.split,
      "lap_ns": stored.lap, "flags": stored.flags.names, "end": stored.end?.rawValue,
    ] + provisional
  }
}

extension PlacesChanged {
  /// The largest number of changes in an object.
  private static let mostChanges = 100

  /// The derived event of a session; it has no position and no id.
  package func object(_ uid: EventID) -> JSONFields {
    [
      "derived": "places_changed", "session": cause.session, "uid": uid, "cause": cause.event.id,
      "count": changes.count, "changes": Array(changes.prefix(Self.mostChanges)),
    ]
  }
}

extension PlaceChange: JSONObject {
  package var object: JSONFields { ["bib": bib, "name": name, "from": from, "to": to] }
}
