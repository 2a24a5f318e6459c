package import Text

/// The progress of salvaging the events of one session.
struct SalvagedSession {
  let uid: EventID
  /// The number of its events by the tables when its first event was found; nil if it is
  /// unreadable.
  private let told: Int?
  /// The number of its events accounted for: they are saved, or reported as missing.
  private var count = 0
  private var version = 0
  private var position = 0
  /// The number of events of the log left out before the newest saved event of the session.
  private var leftOut = 0

  init(uid: EventID, told: Int?) {
    self.uid = uid
    self.told = told
  }

  /// Returns the number of its events that are missing before the next found one.
  ///
  /// No digest verifies a version, so the number of positions between the two events is the limit.
  func missing(before next: Record) -> Int {
    if next.id == uid { return 0 }
    return max(0, min(next.version - version, next.position - position) - 1)
  }

  mutating func take(_ record: Record, missing: Int, leftOut: Int) {
    count += missing + 1
    (version, position) = (record.version, record.position)
    self.leftOut = leftOut
  }

  /// Returns the minimum number of its events that are missing after its newest one; 0 if none is
  /// known.
  ///
  /// The tables give the number. If they are unreadable, the session of the events of the log that
  /// were left out is unknown, and one of them may belong to this session. `newest` is the newest
  /// position of the log, if not all missing events were counted.
  func missingAtEnd(leftOut: Int, newest: Int?) -> Int {
    let behind = leftOut - self.leftOut
    guard let told, told >= count else { return min(1, behind) }
    let room = newest.map { max(0, $0 - position) } ?? behind
    return min(told - count, room)
  }
}

/// The origin and time of the events that mark sessions with missing events.
public struct SalvageMark {
  let clock: ClockIdentity
  private let ticks: Int64
  private let recordedAt: Moment
  private let source: String
  private let makeID: () -> EventID

  /// Describes the marking events; `ticks` is CLOCK_BOOTTIME when the import began, in nanoseconds.
  package init(
    clock: ClockIdentity, ticks: Int64, recordedAt: Moment,
    source: String, makeID: @escaping () -> EventID
  ) {
    self.clock = clock
    self.ticks = ticks
    self.recordedAt = recordedAt
    self.source = source
    self.makeID = makeID
  }

  /// Returns the event that marks a session, in the form of an imported one.
  func event(
    of session: EventID, _ mark: (kind: String, data: String)
  ) -> ImportReader.Read {
    var event = ExportedEvent(
      id: makeID(), uid: session, kind: mark.kind, kindVersion: 1, at: recordedAt, basis: .measured,
      recordedAt: recordedAt, ticks: ticks, clock: clock, source: source, data: mark.data,
      digest: [])
    event.digest = event.expectedDigest
    return ImportReader.Read(exported: event, line: 0)
  }
}

/// A line with the number of missing events of a session.
///
/// Directly before an event of the session, it counts the events missing before that one. After all
/// events, it counts the events missing after the session's last one. Only a salvage writes such
/// lines.
struct OmissionLine: Hashable {
  var events: Int
  var uid: EventID

  /// Appends the line, including its line end.
  func write(to bytes: inout [UInt8]) {
    bytes.append(#"{"left_out":"#)
    bytes.append(decimal: Int64(events))
    bytes.append(#","uid":""#)
    uid.append(to: &bytes)
    bytes.append("\"}\n")
  }
}
