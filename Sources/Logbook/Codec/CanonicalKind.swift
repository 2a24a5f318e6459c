import EventLog
import Text
import Timing

/// The shapes that most laps and crossings have, exactly as this program writes them.
///
/// A correction, and the standings of an earlier moment, read all events of the session. For these
/// shapes the general decoder, which collects the fields of all kinds, gives the same kind in ten
/// times the time.
extension Event.Kind {
  init?(canonical row: FoldedRow) {
    guard row.kindVersion == 1, let decoded = Self.canonical(row.kind, row.data) else { return nil }
    self = decoded
  }

  init?(canonical name: String, version: Int, _ data: String) {
    guard version == 1 else { return nil }
    var (name, data) = (name, data)
    let decoded = name.withUTF8 { name in data.withUTF8 { Self.canonical(name, $0) } }
    guard let decoded else { return nil }
    self = decoded
  }

  private static func canonical(
    _ name: UnsafeBufferPointer<UInt8>, _ data: UnsafeBufferPointer<UInt8>
  ) -> Event.Kind? {
    let hasFields = !data.elementsEqual("{}")
    switch name.count {
    case 6 where name.elementsEqual("lapped"):
      guard hasFields else { return .lapped(label: nil) }
      return try? JSONReader.readCanonical(data) { reader throws(JSONReader.Malformed) in
        try reader.literal("{\"label\":")
        return .lapped(label: try reader.string())
      }
    case 7 where hasFields && name.elementsEqual("crossed"):
      return try? JSONReader.readCanonical(data) { reader throws(JSONReader.Malformed) in
        var crossing = RaceEvent.Crossing()
        if (try? reader.literal("{\"bib\":")) != nil {
          crossing.bib = try reader.string()
        } else {
          try reader.literal("{\"chip\":")
          crossing.chip = try reader.string()
        }
        if (try? reader.literal(",\"point\":")) != nil { crossing.point = try reader.string() }
        return .race(.crossed(crossing))
      }
    case 7 where !hasFields && name.elementsEqual("stopped"): return .stopped
    case 7 where !hasFields && name.elementsEqual("resumed"): return .resumed
    default: return nil
    }
  }
}

extension JSONReader {
  /// Returns the value that the closure reads, up to the brace that ends the text.
  fileprivate static func readCanonical<Value>(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ body: (inout JSONReader) throws(Malformed) -> Value
  ) throws(Malformed) -> Value {
    var reader = JSONReader(bytes)
    let value = try body(&reader)
    try reader.literal("}")
    guard reader.isAtEnd else { throw reader.malformed }
    return value
  }
}
