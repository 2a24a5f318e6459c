/// A running time, split or lap as a stopwatch shows it: `00:12.3`, `59:59.9`, `1:00:00.0`.
///
/// Truncated towards zero, never rounded: what is shown has been reached. A time before the start
/// bears a minus, also where only zeros are left of it (`-00:00.0`), so that it is never taken for
/// one after the start.
public struct StopwatchLabel: TimeLabel, Hashable {
  /// How many digits of a second are shown, 0 to 9.
  public let precision: Int

  /// Makes a label.
  ///
  /// - Parameter precision: digits of a second; held within 0 and 9. None: no point either.
  public init(precision: Int = 1) {
    self.precision = min(max(precision, 0), 9)
  }

  /// The time, its sign shown only when negative: `01:23.4`, `-00:02.5`.
  public func text(of time: Duration) -> String {
    let time = time.nanoseconds
    return text(sign: time < 0 ? UInt8(ascii: "-") : nil, magnitude: time.magnitude)
  }

  /// The difference between two times, its sign always shown: `+00:01.2`, `-00:00.3`, `+00:00.0`.
  public func text(ofDifference difference: Duration) -> String {
    let difference = difference.nanoseconds
    return text(
      sign: UInt8(ascii: difference < 0 ? "-" : "+"), magnitude: difference.magnitude)
  }

  /// The next full step of the last digit shown; never nil.
  ///
  /// Before the start a step is over a nanosecond after its full one, since what is left of it is
  /// truncated too: `-00:01.0` turns into `-00:00.9` 0.999999999 s before the start.
  public func nextChange(after time: Duration) -> Duration? {
    let nanoseconds = time.nanoseconds
    let step = Int64(Self.powersOfTen[9 - precision])
    let truncated = Duration.nanoseconds(nanoseconds - nanoseconds % step)
    if nanoseconds >= 0 { return truncated + .nanoseconds(step) }
    return nanoseconds > -step ? .zero : truncated + .nanoseconds(1)
  }

  private func text(sign: UInt8?, magnitude: UInt64) -> String {
    let (seconds, fraction) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
    return String(unsafeUninitializedCapacity: 32) { buffer in
      var ascii = ASCIIWriter(buffer)
      if let sign { ascii.put(sign) }
      if hours > 0 {
        ascii.put(hours)
        ascii.put(UInt8(ascii: ":"))
      }
      ascii.put(rest / 60, digits: 2)
      ascii.put(UInt8(ascii: ":"))
      ascii.put(rest % 60, digits: 2)
      if precision > 0 {
        ascii.put(UInt8(ascii: "."))
        ascii.put(fraction / Self.powersOfTen[9 - precision], digits: precision)
      }
      return ascii.count
    }
  }

  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]
}
