extension Duration {
  /// The duration with units, as `init(text:)` parses it: `1h30m`, `45m`, `1.5s`, `250ms`.
  ///
  /// It is truncated to whole nanoseconds, and has no sign.
  package var unitText: String {
    let nanoseconds = nanoseconds.magnitude
    let (seconds, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if seconds == 0 { return Self.shortText(fraction) }
    var text = ""
    if seconds >= 3600 { text += "\(seconds / 3600)h" }
    if seconds / 60 % 60 > 0 { text += "\(seconds / 60 % 60)m" }
    if seconds % 60 > 0 || fraction > 0 {
      text += "\(seconds % 60)\(Self.digits(after: fraction, of: 1_000_000_000))s"
    }
    return text
  }

  /// The text of less than a second.
  private static func shortText(_ nanoseconds: UInt64) -> String {
    for (unit, size) in [("ms", UInt64(1_000_000)), ("us", 1000)] where nanoseconds >= size {
      return "\(nanoseconds / size)\(digits(after: nanoseconds % size, of: size))\(unit)"
    }
    return nanoseconds > 0 ? "\(nanoseconds)ns" : "0s"
  }

  /// The decimal point and the digits of a fraction, without zeros at the end.
  private static func digits(after fraction: UInt64, of unit: UInt64) -> String {
    guard fraction > 0 else { return "" }
    var digits = "\(unit + fraction)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "." + digits
  }
}
