import EventLog
import Logbook
import SQLite
import Sync
import Text
import Timing

extension Logbook {
  /// Returns the newest clock comparison of a session, with the clocks at it; nil if there is none.
  ///
  /// - Complexity: O(n) in the events after it.
  func newestComparison(
    of session: Int
  ) throws -> (comparison: ClockComparison, instant: Instant)? {
    guard let connection,
      let id = try connection.cached(
        """
        SELECT id FROM events WHERE session = ? AND kind = 'clocks_compared' \
        ORDER BY version DESC LIMIT 1
        """
      ).bind(session).first({ $0.withBlob(0) { EventID($0) } }) ?? nil,
      let record = try record(id), let clock = try clock(record.clock),
      case .race(.clocksCompared(let comparison)) = try Event.Kind(
        record.kind, version: record.kindVersion, data: record.data)
    else { return nil }
    let instant = Instant(
      clock: clock, ticks: .nanoseconds(record.ticks), recordedAt: record.recordedAt)
    return (comparison, instant)
  }

  /// Returns the event of a clock comparison as the next event of a stream.
  func part(
    of stream: LocalStream, comparing comparison: ClockComparison, at instant: Instant, id: EventID
  ) -> StreamPart {
    let kind = Event.Kind.race(.clocksCompared(comparison))
    let record = Record(
      position: 0, session: 0, version: 0, id: id, kind: kind.name, kindVersion: kind.version,
      at: instant.recordedAt, basis: .measured, recordedAt: instant.recordedAt,
      ticks: instant.ticks.nanoseconds, clock: ClockID(rawValue: 0), source: "sync",
      data: kind.data)
    let event = ExportedEvent(signing: record, uid: stream.uid, clock: instant.clock)
    return StreamPart(
      stream: stream.uid, after: stream.version, lines: [event.exportedLine], isForeign: false)
  }
}

extension ComparedClock {
  init(_ comparison: ClockComparison, _ instant: Instant) {
    self.init(
      reference: comparison.reference, clock: instant.clock, ticks: comparison.ticks,
      offset: comparison.offset, doubt: comparison.doubt)
  }
}
