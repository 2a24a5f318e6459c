import Glibc
package import Text

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
