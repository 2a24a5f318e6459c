import CBaseline
import Commands
import EventLog
import Logbook
import Timing

/// What is done to a log within this process, as laptimer does it.
enum Journal {
  /// Opens a log as a process that lives on.
  static func open(_ path: String) throws -> Logbook {
    try Logbook(LogFile(path), for: .appending(longLived: true))
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
    let instant = World.live.instant()
    return Request(
      id: World.live.makeID(instant.recordedAt), command, of: target, instant: instant,
      source: "cli")
  }

  /// Adds sessions that are over, and makes the tables anew.
  static func addHistory(_ path: String, events: Int, sessions: Int) throws {
    let log = baseline_open(path)
    baseline_add_history(log, Int64(sessions), Int64(events / sessions))
    baseline_close(log)
    try open(path).rebuild(verifying: false)
  }
}
