import EventLog
import Logbook
import Glibc
import Timing
import Text

/// Who appends to the log that is looked at.
final class ScreenPen {
  private let log: Logbook
  private let clock = ClockIdentity(bootID: "benchmark", device: "benchmark")
  private var generator = SystemRandomNumberGenerator()

  /// A pen for the log of a path, which is made.
  init(_ path: String) throws {
    log = try Logbook(LogFile(path), for: .appending(longLived: true))
  }

  /// Appends what a command says.
  func append(
    _ command: Command, of target: Request.Target = .named("1"), _ time: Request.Time = .now
  ) throws {
    var (wall, ticks) = (timespec(), timespec())
    clock_gettime(CLOCK_REALTIME, &wall)
    clock_gettime(CLOCK_BOOTTIME, &ticks)
    let now = Moment(nanosecondsSince1970: Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec))
    _ = try log.append(
      Request(
        id: EventID(at: now, using: &generator), command, of: target, time: time,
        instant: Instant(
          clock: clock, ticks: .seconds(ticks.tv_sec) + .nanoseconds(ticks.tv_nsec),
          recordedAt: now),
        source: "benchmark"))
  }
}
