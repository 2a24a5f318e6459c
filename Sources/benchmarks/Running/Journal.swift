import CBaseline
import EventLog
import Glibc
import Timing

/// What is done to a log within this process, as laptimer does it.
enum Journal {
  /// Opens a log as a process that lives on.
  static func open(_ path: String) throws -> EventLog {
    try EventLog(LogFile(path), for: .appending(longLived: true))
  }

  /// Starts a session.
  static func start(_ path: String) throws {
    try append(
      .start(Event.Start(name: nil, tags: [], plan: Plan())), to: path, of: .new(also: true))
  }

  static func append(
    _ command: Command, to path: String, of target: Request.Target = .implied
  ) throws {
    _ = try open(path).append(request(command, of: target))
  }

  /// A request of this instant.
  static func request(_ command: Command, of target: Request.Target = .implied) -> Request {
    let instant = instant()
    return Request(
      id: id(at: instant.recordedAt), command, of: target, instant: instant, source: "cli")
  }

  /// Adds sessions that are over, and makes the tables anew.
  static func addHistory(_ path: String, events: Int, sessions: Int) throws {
    let log = baseline_open(path)
    baseline_add_history(log, Int64(sessions), Int64(events / sessions))
    baseline_close(log)
    try open(path).rebuild(verifying: false)
  }

  private static func id(at moment: Moment) -> EventID {
    var generator = SystemRandomNumberGenerator()
    return EventID(at: moment, using: &generator)
  }

  private static func instant() -> Instant {
    var wall = timespec()
    var ticks = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    clock_gettime(CLOCK_BOOTTIME, &ticks)
    return Instant(
      clock: clock, ticks: .seconds(ticks.tv_sec) + .nanoseconds(ticks.tv_nsec),
      recordedAt: Moment(
        nanosecondsSince1970: Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec)))
  }

  /// Any clock will do, so long as it is the same one.
  private static let clock = ClockIdentity(
    bootID: "00000000-0000-4000-8000-000000000000", device: "benchmarks")
}
