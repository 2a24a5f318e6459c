import Glibc
package import Text

/// Texts of moments in the local time zone.
package struct LocalTime {
  private let clock: any LocalClock

  package init(clock: any LocalClock) { self.clock = clock }

  package func date(of moment: Moment) -> String { clock.time(at: moment).date.text }

  /// Returns date, hour and minute, such as `2026-11-21 11:00`.
  package func minute(of moment: Moment) -> String { String(text(of: moment).dropLast(3)) }

  /// Returns date and time, such as `2026-11-21 11:00:28.250`, with milliseconds truncated; the
  /// length is the same for all four-digit years.
  package func text(of moment: Moment, milliseconds: Bool = false) -> String {
    let time = clock.time(at: moment)
    let second = time.secondOfDay
    let date = date(of: moment)
    let day = "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    guard milliseconds else { return "\(date) \(day)" }
    return "\(date) \(day).\(padded(Int(moment.nanosecondOfSecond / 1_000_000), 3))"
  }

  /// Returns date and time; with the offset from UTC if daylight saving repeats that time.
  package func statedText(of moment: Moment) -> String {
    guard isRepeated(moment) else { return text(of: moment) }
    let offset = clock.time(at: moment).secondsSince1970 - Int(moment.secondsSince1970)
    let (sign, minutes) = (offset < 0 ? "-" : "+", abs(offset) / 60)
    return "\(text(of: moment))\(sign)\(padded(minutes / 60)):\(padded(minutes % 60))"
  }

  /// Whether daylight saving repeats the time that the clock shows at a moment.
  package func isRepeated(_ moment: Moment) -> Bool {
    clock.seconds(showing: clock.time(at: moment)).count > 1
  }
}

extension CivilDate {
  /// The date as in `2026-11-21`.
  package var text: String { "\(padded(year, 4))-\(padded(month))-\(padded(day))" }
}

private func padded(_ number: Int, _ digits: Int = 2) -> String {
  let text = "\(number)"
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// The clock of the local time zone, from `TZ` or `/etc/localtime`, by the C library.
///
/// It also works in a statically linked program: glibc itself reads the zone files. On a machine
/// without zone files, only zones spelled out in `TZ` (`CET-1CEST,M3.5.0,M10.5.0/3`) work; all
/// others are UTC (tzset(3)).
package struct SystemLocalClock: LocalClock {
  /// Reads the time zone; later changes of `TZ` have no effect.
  ///
  /// localtime(3): "For portable code, tzset(3) should be called before localtime_r()."
  package init() {
    tzset()
  }

  package func time(at moment: Moment) -> CivilTime {
    let second = Int(moment.secondsSince1970)
    return CivilTime(secondsSince1970: second + offset(at: second))
  }

  /// Returns the seconds that show a time, by trying the offsets of the adjacent days.
  ///
  /// mktime(3) is not used: it chooses either occurrence of a repeated hour, and silently moves a
  /// skipped one. This method misses two changes within 48 hours, which no time zone has had.
  package func seconds(showing time: CivilTime) -> [Int] {
    let shown = time.secondsSince1970
    let seconds = [-86_400, 0, 86_400].map { shown - offset(at: shown + $0) }
    return Set(seconds).filter { $0 + offset(at: $0) == shown }.sorted()
  }

  private func offset(at second: Int) -> Int {
    var second = time_t(second)
    var parts = tm()
    // It fails only for years beyond the 32 bits of tm_year, which do not occur here.
    return localtime_r(&second, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
