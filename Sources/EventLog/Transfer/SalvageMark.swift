package import Text

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
