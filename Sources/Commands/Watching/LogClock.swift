import Host
import Logbook
import Signals
import Text
import Timing

/// The present clock, with its number in a log.
final class LogClock {
  private let log: Logbook
  private let world: World
  private let failureSubject = Subject<any Error>()
  private var known: (identity: ClockIdentity, number: ClockID)?

  init(_ log: Logbook, _ world: World) {
    self.log = log
    self.world = world
  }

  /// Failures of the log to identify the present clock.
  var failures: Signal<any Error> { failureSubject.signal }

  /// Reads the clocks, with the log's number for the present one.
  func reading() -> Reading { reading(of: world.instant()) }

  /// Returns the reading of an instant, with the log's number for its clock.
  ///
  /// If the log fails, ``failures`` reports it, and the clock has no number.
  func reading(of instant: Instant) -> Reading {
    do {
      return try numbered(instant)
    } catch {
      failureSubject.send(error)
      return instant.reading(ClockID(rawValue: 0))
    }
  }

  /// Returns the reading of an instant, with the log's number for its clock.
  func numbered(_ instant: Instant) throws -> Reading {
    if let known, known.identity == instant.clock { return instant.reading(known.number) }
    let reading = try log.reading(instant)
    // A clock that is new to the log gets its number with its first event.
    if reading.clock.rawValue > 0 { known = (instant.clock, reading.clock) }
    return reading
  }

  /// The instant at which a reading was taken.
  func instant(of reading: Reading) -> Instant {
    Instant(
      clock: world.instant().clock, ticks: reading.ticks, recordedAt: reading.recordedAt)
  }
}
