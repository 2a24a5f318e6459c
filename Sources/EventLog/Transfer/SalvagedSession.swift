import Timing

/// How far a session has come of which events are saved.
struct SalvagedSession {
  let uid: EventID
  private let version: Int
  private let position: Int

  init(uid: EventID, newest: LoggedEvent) {
    self.uid = uid
    version = newest.event.version
    position = newest.position
  }

  /// How many of its events are missing before the next one that was found.
  ///
  /// No digest proves a version, but there is no room for more events than positions.
  func missing(before next: LoggedEvent) -> Int {
    max(0, min(next.event.version - version, next.position - position) - 1)
  }
}

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
