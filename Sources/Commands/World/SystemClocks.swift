import EventLog
import Logbook
import Glibc
import Timing
import Text

/// The clocks of this machine, and how to tell them from those of others.
enum SystemClocks {
  /// Reads the wall clock and the boot clock as closely together as can be.
  ///
  /// CLOCK_BOOTTIME "also includes any time that the system is suspended" (clock_gettime(2)).
  ///
  /// - Parameter clock: the clock, as `identity(device:)` tells it.
  /// - Returns: what its clocks say.
  static func instant(of clock: ClockIdentity) -> Instant {
    var wall = timespec()
    var ticks = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    clock_gettime(CLOCK_BOOTTIME, &ticks)
    return Instant(
      clock: clock, ticks: .nanoseconds(ticks.nanoseconds),
      recordedAt: Moment(nanosecondsSince1970: wall.nanoseconds))
  }

  /// Identifies the boot clock of this process, which stays the same for as long as it lives.
  ///
  /// Ticks of two processes may be compared only if both run in the same boot. Without /proc
  /// nothing tells: the wall clock's age of the boot changes when the clock is set, and two boots
  /// of a machine without a battery can begin at the same time. So a process that cannot read the
  /// id of its boot counts as a boot of its own. Its own ticks stay exact; those of other processes
  /// are bridged by the wall clock, and flagged so.
  ///
  /// - Parameters:
  ///   - device: the machine.
  ///   - proc: where proc(5) is mounted.
  /// - Returns: the clock of this boot, or of this process alone.
  static func identity(device: DeviceID, proc: String = "/proc") -> ClockIdentity {
    ClockIdentity(
      bootID: SmallFile.firstLine(of: proc + "/sys/kernel/random/boot_id") ?? randomBootID(),
      device: device.id,
      offset: boottimeOffset(SmallFile.text(of: proc + "/self/timens_offsets") ?? ""))
  }

  /// An id that no boot and no other process has.
  private static func randomBootID() -> String {
    var generator = SystemRandomNumberGenerator()
    return "process-" + EventID(high: generator.next(), low: generator.next()).description
  }

  /// How far this time namespace's boot clock is ahead of the machine's: time_namespaces(7) has
  /// `boottime <offset-secs> <offset-nanosecs>` in a line of the file.
  static func boottimeOffset(_ text: String) -> Int64 {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, words[0] == "boottime", let seconds = Int64(words[1]),
        let nanoseconds = Int64(words[2])
      else { continue }
      return (Duration.seconds(seconds) + .nanoseconds(nanoseconds)).nanoseconds
    }
    return 0
  }
}

extension timespec {
  /// Nanoseconds in all, held within `Int64`.
  fileprivate var nanoseconds: Int64 {
    (Duration.seconds(tv_sec) + .nanoseconds(tv_nsec)).nanoseconds
  }
}
