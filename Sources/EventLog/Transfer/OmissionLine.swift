import Text

/// Says how many events of a session are missing.
///
/// Right before an event of it these are the ones before that, and behind all events the ones
/// behind its last one. Only a salvage has such lines.
struct OmissionLine: Hashable {
  var events: Int
  var uid: EventID

  /// Appends the line, with its end.
  func write(to bytes: inout [UInt8]) {
    bytes.append(#"{"left_out":"#)
    bytes.append(decimal: Int64(events))
    bytes.append(#","uid":""#)
    uid.append(to: &bytes)
    bytes.append("\"}\n")
  }
}
