import Glibc
package import Text
import Timing

/// Moments as the clocks of this place show them.
struct LocalTime {
  let clock: any LocalClock

  /// `2026-11-21 11:00:28.250`.
  ///
  /// - Parameters:
  ///   - moment: any moment.
  ///   - milliseconds: whether they are shown, too; truncated.
  /// - Returns: date and time, of the same length for all years of four digits.
  func text(of moment: Moment, milliseconds: Bool = false) -> String {
    let time = clock.time(at: moment)
    let second = time.secondOfDay
    let date = "\(padded(time.date.year, 4))-\(padded(time.date.month))-\(padded(time.date.day))"
    let day = "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    guard milliseconds else { return "\(date) \(day)" }
    return "\(date) \(day).\(padded(Int(moment.nanosecondOfSecond / 1_000_000), 3))"
  }

  private func padded(_ number: Int, _ digits: Int = 2) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// The clocks of this machine's time zone, after `TZ` or `/etc/localtime`, through the C library.
///
/// In a statically linked program too, since glibc reads the zone's file itself; where the machine
/// has no zone files, all zones but those written out in `TZ` (`CET-1CEST,M3.5.0,M10.5.0/3`) are
/// UTC, as tzset(3) says.
package struct SystemLocalClock: LocalClock {
  /// Reads the time zone; `TZ` changed later is not seen.
  ///
  /// localtime(3): "For portable code, tzset(3) should be called before localtime_r()."
  package init() {
    tzset()
  }

  package func time(at moment: Moment) -> CivilTime {
    let second = Int(moment.secondsSince1970)
    return CivilTime(secondsSince1970: second + offset(at: second))
  }

  /// The first of the seconds that show this time, found by the offsets of the days around it.
  ///
  /// Not by mktime(3), which leaves open which one of a repeated hour it means, and moves a skipped
  /// one on without a word. Two changes within 48 hours would be missed; no zone ever had them.
  package func firstSecond(showing time: CivilTime) -> Int? {
    let shown = time.secondsSince1970
    var first: Int?
    for day in [-86_400, 0, 86_400] {
      let second = shown - offset(at: shown + day)
      guard second + offset(at: second) == shown else { continue }
      first = min(first ?? second, second)
    }
    return first
  }

  /// Seconds that the clocks are ahead of UTC.
  private func offset(at second: Int) -> Int {
    var second = time_t(second)
    var parts = tm()
    // It fails only for years beyond the 32 bits of tm_year, which no CivilTime here has.
    return localtime_r(&second, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
