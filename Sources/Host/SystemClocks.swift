import Glibc
import Text

enum SystemClocks {
  /// Reads the wall clock and the boot clock, which is from `identity(device:)`, together.
  ///
  /// CLOCK_BOOTTIME "also includes any time that the system is suspended" (clock_gettime(2)). It is
  /// read before and after the wall clock, which thus shows the middle of both within half of their
  /// difference, usually 25 ns. If the process was interrupted in between, the clocks are read
  /// again.
  static func instant(of clock: ClockIdentity) -> Instant {
    let (ticks, wall) = closestReading { time(of: $0) }
    return Instant(
      clock: clock, ticks: .nanoseconds(ticks),
      recordedAt: Moment(nanosecondsSince1970: wall))
  }

  /// Reads both clocks, in nanoseconds, if need be several times, and returns the reading that took
  /// the shortest.
  static func closestReading(
    _ read: (clockid_t) -> Int64
  ) -> (ticks: Int64, wall: Int64) {
    var closest = (ticks: Int64(0), wall: Int64(0))
    var shortest = Int64.max
    for _ in 0..<mostReadings {
      let before = read(CLOCK_BOOTTIME)
      let wall = read(CLOCK_REALTIME)
      let span = max(0, read(CLOCK_BOOTTIME) - before)
      guard span < shortest else { continue }
      closest = (before + span / 2, wall)
      shortest = span
      if span < Instant.jitter { break }
    }
    return closest
  }

  /// The number of readings of which the best is taken if all are interrupted.
  static let mostReadings = 3

  private static func time(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.nanoseconds
  }

  /// Identifies the boot clock, or a clock of this process only; it stays the same during the
  /// process.
  ///
  /// Ticks of two processes are comparable only if both run in the same boot, which the boot id of
  /// /proc shows. Without it, the wall-clock time of the boot is no substitute: it changes when the
  /// clock is set, and two boots of a machine without a battery can begin at the same time. A
  /// process that cannot read the boot id therefore counts as a separate boot. Its own ticks are
  /// exact; those of other processes are bridged by the wall clock and flagged.
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
    // Every process reads the file: splitting the text into words would take a hundred times as
    // long.
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
  fileprivate var nanoseconds: Int64 {
    let (seconds, isTooMany) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflows) = seconds.addingReportingOverflow(Int64(tv_nsec))
    return isTooMany || overflows ? (tv_sec < 0 ? .min : .max) : sum
  }
}
