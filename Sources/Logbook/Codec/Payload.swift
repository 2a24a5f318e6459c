import EventLog
import Text
import Timing

extension Record {
  /// The id of the first event of the command that appended several; nil for a single event.
  var batch: EventID? {
    get throws(JSONReader.Malformed) { try EventID(batchOf: data) }
  }
}

extension EventID {
  /// Reads the batch of a payload; nil if it has none.
  ///
  /// A field of another type is none: `reverted` has a truth value of this name.
  init?(batchOf data: String) throws(JSONReader.Malformed) {
    // Few payloads have the field, and many events are read.
    guard data.mayHave(field: "batch") else { return nil }
    let batch = try JSONReader.read(data) { reader throws(JSONReader.Malformed) in
      var batch: EventID?
      try reader.object { name, reader throws(JSONReader.Malformed) in
        guard name == "batch", reader.isAtString else { return try reader.skip() }
        batch = EventID(try reader.string())
      }
      return batch
    }
    guard let batch else { return nil }
    self = batch
  }
}

extension String {
  /// Whether a JSON text contains a name, or an escape, which may spell it.
  fileprivate func mayHave(field name: StaticString) -> Bool {
    let bytes = utf8Span.span
    let count = name.utf8CodeUnitCount
    return name.withUTF8Buffer { name in
      for start in bytes.indices {
        if bytes[start] == UInt8(ascii: "\\") { return true }
        guard bytes[start] == name[0], start + count <= bytes.count else { continue }
        if (1..<count).allSatisfy({ bytes[start + $0] == name[$0] }) { return true }
      }
      return false
    }
  }
}
