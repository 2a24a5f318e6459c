package import Logbook
package import Signals
package import Text
package import Timing

/// The present clock, with its number in a log.
package final class LogClock {
  private let log: Logbook
  private let present: () -> Instant
  private let failureSubject = Subject<any Error>()
  private var known: (identity: ClockIdentity, number: ClockID)?

  /// Creates the clock of a log; `now` reads the clocks.
  package init(_ log: Logbook, now: @escaping () -> Instant) {
    self.log = log
    present = now
  }

  /// Failures of the log to identify the present clock.
  package var failures: Signal<any Error> { failureSubject.signal }

  /// Reads the clocks, with the log's number for the present one.
  package func reading() -> Reading { reading(of: present()) }

  /// Returns the reading of an instant, with the log's number for its clock.
  ///
  /// If the log fails, ``failures`` reports it, and the clock has no number.
  package func reading(of instant: Instant) -> Reading {
    do {
      return try numbered(instant)
    } catch {
      failureSubject.send(error)
      return instant.reading(ClockID(rawValue: 0))
    }
  }

  /// Reads the clocks, with the log's number for the present one; throws if the log fails.
  package func now() throws -> Reading { try numbered(present()) }

  private func numbered(_ instant: Instant) throws -> Reading {
    if let known, known.identity == instant.clock { return instant.reading(known.number) }
    let reading = try log.reading(instant)
    // A clock that is new to the log gets its number with its first event.
    if reading.clock.rawValue > 0 { known = (instant.clock, reading.clock) }
    return reading
  }

  /// The instant at which a reading was taken.
  package func instant(of reading: Reading) -> Instant {
    Instant(
      clock: present().clock, ticks: reading.ticks, recordedAt: reading.recordedAt)
  }
}
