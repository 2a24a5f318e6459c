import EventLog
import Logbook
import Glibc
import Timing
import Text

/// The clocks of this machine and their identity.
enum SystemClocks {
  /// Reads the wall clock and the boot clock, one directly after the other.
  ///
  /// CLOCK_BOOTTIME "also includes any time that the system is suspended" (clock_gettime(2)).
  ///
  /// - Parameter clock: the boot clock, from `identity(device:)`.
  /// - Returns: both readings.
  static func instant(of clock: ClockIdentity) -> Instant {
    var wall = timespec()
    var ticks = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    clock_gettime(CLOCK_BOOTTIME, &ticks)
    return Instant(
      clock: clock, ticks: .nanoseconds(ticks.nanoseconds),
      recordedAt: Moment(nanosecondsSince1970: wall.nanoseconds))
  }

  /// Identifies the boot clock; it stays the same during the process.
  ///
  /// Ticks of two processes are comparable only if both run in the same boot, which the boot id of
  /// /proc shows. Without it, the wall-clock time of the boot is no substitute: it changes when the
  /// clock is set, and two boots of a machine without a battery can begin at the same time. A
  /// process that cannot read the boot id therefore counts as a separate boot. Its own ticks are
  /// exact; those of other processes are bridged by the wall clock and flagged.
  ///
  /// - Parameters:
  ///   - device: the machine.
  ///   - proc: the mount point of proc(5).
  /// - Returns: the clock of this boot, or of this process only.
  static func identity(device: DeviceID, proc: String = "/proc") -> ClockIdentity {
    ClockIdentity(
      bootID: SmallFile.firstLine(of: proc + "/sys/kernel/random/boot_id") ?? randomBootID(),
      device: device.id,
      offset: boottimeOffset(SmallFile.text(of: proc + "/self/timens_offsets") ?? ""))
  }

  /// Creates a random id, unique to this process.
  private static func randomBootID() -> String {
    var generator = SystemRandomNumberGenerator()
    return "process-" + EventID(high: generator.next(), low: generator.next()).description
  }

  /// Parses the offset of this time namespace's boot clock from the machine's.
  ///
  /// time_namespaces(7): the file has a line `boottime <offset-secs> <offset-nanosecs>`.
  static func boottimeOffset(_ text: String) -> Int64 {
    // Every process reads the file: splitting the text into words would take a hundred times as long.
    text.withCString { text in
      var line = text
      while true {
        if strncmp(line, "boottime ", 9) == 0, let offset = offset(line + 9) { return offset }
        guard let end = strchr(line, 0x0A) else { return 0 }
        line = UnsafePointer(end + 1)
      }
    }
  }

  /// Parses `<offset-secs> <offset-nanosecs>`; nil for any other text.
  private static func offset(_ text: UnsafePointer<CChar>) -> Int64? {
    var end: UnsafeMutablePointer<CChar>?
    let seconds = strtoll(text, &end, 10)
    guard let middle = end, middle != text else { return nil }
    let nanoseconds = strtoll(middle, &end, 10)
    guard end != middle else { return nil }
    return (Duration.seconds(seconds) + .nanoseconds(nanoseconds)).nanoseconds
  }
}

extension timespec {
  /// The time in nanoseconds, clamped to `Int64`.
  fileprivate var nanoseconds: Int64 {
    (Duration.seconds(tv_sec) + .nanoseconds(tv_nsec)).nanoseconds
  }
}
