package import Text

/// How far a session has come of which events are saved.
struct SalvagedSession {
  let uid: EventID
  /// How many events it had by the tables when the first of those was found; nil if they cannot be
  /// asked.
  private let told: Int?
  /// How many of its events are accounted for: they are saved, or it was told that they are missing.
  private var count = 0
  private var version = 0
  private var position = 0
  /// How many events of the log were left out before its newest one.
  private var leftOut = 0

  init(uid: EventID, told: Int?) {
    self.uid = uid
    self.told = told
  }

  /// How many of its events are missing before the next one that was found.
  ///
  /// No digest proves a version, but there is no room for more events than positions.
  func missing(before next: Record) -> Int {
    if next.id == uid { return 0 }
    return max(0, min(next.version - version, next.position - position) - 1)
  }

  /// Takes in that an event is saved.
  ///
  /// - Parameters:
  ///   - record: the event.
  ///   - missing: how many of its events it was told are missing before that.
  ///   - leftOut: how many events of the log were left out before that.
  mutating func take(_ record: Record, missing: Int, leftOut: Int) {
    count += missing + 1
    (version, position) = (record.version, record.position)
    self.leftOut = leftOut
  }

  /// How many of its events are missing behind its newest one, at least.
  ///
  /// The tables tell; where they cannot, nobody knows whose the events are that were left out, and
  /// one may be of this session.
  ///
  /// - Parameters:
  ///   - leftOut: how many events of the log were left out.
  ///   - newest: the newest position that there was, if not all that are missing were counted.
  /// - Returns: their number; 0 if nothing is known to be missing.
  func missingAtEnd(leftOut: Int, newest: Int?) -> Int {
    let behind = leftOut - self.leftOut
    guard let told, told >= count else { return min(1, behind) }
    let room = newest.map { max(0, $0 - position) } ?? behind
    return min(told - count, room)
  }
}

/// Who marks a session that lacks events, and when.
public struct SalvageMark {
  let clock: ClockIdentity
  private let ticks: Int64
  private let recordedAt: Moment
  private let source: String
  private let makeID: () -> EventID

  /// Describes the events that mark.
  ///
  /// - Parameters:
  ///   - clock: the clock of this machine.
  ///   - ticks: CLOCK_BOOTTIME when the import began, in nanoseconds.
  ///   - recordedAt: the wall clock at that instant.
  ///   - source: the part of the program that appends it.
  ///   - makeID: a new id for each mark.
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

  /// The event that marks a session, as if it came from elsewhere.
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
