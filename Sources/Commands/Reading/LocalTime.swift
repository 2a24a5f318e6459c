import Timing
import Text

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
