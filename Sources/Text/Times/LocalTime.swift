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
