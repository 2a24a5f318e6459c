import EventLog
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

  /// The boot clock of this process, which stays the same for as long as it lives.
  static func identity(device: DeviceID) -> ClockIdentity {
    ClockIdentity(
      bootID: SmallFile.firstLine(of: "/proc/sys/kernel/random/boot_id") ?? "unknown",
      device: device.id,
      offset: boottimeOffset(SmallFile.text(of: "/proc/self/timens_offsets") ?? ""))
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
