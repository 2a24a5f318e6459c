import Timing
public import Text

/// The tag put on a session that lacks events.
public struct SalvageMark {
  /// The tag.
  public static let tag = "salvaged"

  private let makeID: () -> EventID
  let instant: Instant
  private let source: String

  /// Says who marks, and when.
  ///
  /// - Parameters:
  ///   - instant: the clocks when the import began.
  ///   - source: what appends it.
  ///   - makeID: a new id for each mark.
  public init(instant: Instant, source: String, makeID: @escaping () -> EventID) {
    self.makeID = makeID
    self.instant = instant
    self.source = source
  }

  /// The event that marks a session, as if it came from elsewhere.
  func event(of session: EventID) -> ImportReader.Read {
    let kind = Event.Kind.tagged([Self.tag])
    var event = ExportedEvent(
      id: makeID(), uid: session, kind: kind.name, kindVersion: 1, at: instant.recordedAt,
      basis: .measured, recordedAt: instant.recordedAt, ticks: instant.ticks.nanoseconds,
      clock: instant.clock, source: source, data: kind.data, digest: [])
    event.digest = event.seal
    return ImportReader.Read(exported: event, kind: kind, line: 0)
  }
}
