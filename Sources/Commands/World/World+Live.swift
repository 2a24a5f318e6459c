import EventLog
import Logbook
import Glibc
import Synchronization
import Timing
import Text

extension World {
  /// The machine that the program runs on.
  package static let live = World(
    environment: { name in
      getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    },
    instant: { SystemClocks.instant(of: clock) },
    keepDevice: { device.keep() },
    makeID: { moment in ids.withLock { $0.ids.next(at: moment, using: &$0.random) } },
    localClock: { SystemLocalClock() },
    terminalColumns: {
      TerminalTraits.columns(of: 1, environment: getenv("COLUMNS").map { String(cString: $0) })
    },
    catchInterrupts: { try Interrupts() },
    sleep: { Sleep.until($0, $1, outlet: 1) })

  /// The identities given so far in this process.
  private static let ids = Mutex((ids: EventIDs(), random: RandomPool()))

  /// Told apart once a process: it takes three files.
  private static let clock = SystemClocks.identity(device: device)

  private static let device = DeviceID.ofThisMachine(
    environment: { name in getenv(name).flatMap { String(validatingCString: $0) } })
}
