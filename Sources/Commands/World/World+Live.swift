import EventLog
import Glibc
import Timing

extension World {
  /// The machine that the program runs on.
  package static let live = World(
    environment: { name in getenv(name).map { String(cString: $0) } },
    instant: { SystemClocks.instant(of: clock) },
    makeID: { moment in
      var generator = SystemRandomNumberGenerator()
      return EventID(at: moment, using: &generator)
    },
    localClock: { SystemLocalClock() },
    terminalColumns: {
      TerminalTraits.columns(of: 1, environment: getenv("COLUMNS").map { String(cString: $0) })
    },
    catchInterrupts: { try Interrupts() },
    sleep: { Sleep.until($0, $1, outlet: 1) })

  /// Told apart once a process: it takes three files.
  private static let clock = SystemClocks.identity(
    environment: { name in getenv(name).map { String(cString: $0) } })
}
