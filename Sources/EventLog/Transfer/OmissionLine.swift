import Timing

/// Says, right before an event, how many of its session are missing there: only a salvage has such
/// lines.
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
