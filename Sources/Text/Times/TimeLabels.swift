/// A text for a growing span of time, and the time at which that text changes.
///
/// A screen shows `text(of:)` and sleeps until `nextChange(after:)`:
/// ```swift
/// let label = StopwatchLabel(precision: 1)
/// label.text(of: .seconds(83.45))         // "01:23.4"
/// label.nextChange(after: .seconds(83.45))  // 83.5 seconds
/// ```
/// Spans are truncated to whole nanoseconds and clamped to ±292 years.
public protocol TimeLabel: Sendable {
  /// Returns the text of a span.
  func text(of span: Duration) -> String

  /// Returns the first later span with another text, to the nanosecond; nil if the text no longer
  /// changes.
  func nextChange(after span: Duration) -> Duration?
}

/// A running time, split or lap as a stopwatch shows it: `00:12.3`, `59:59.9`, `1:00:00.0`.
///
/// Times are truncated towards zero, not rounded. A time before the start has a minus sign, even if
/// all digits are zero (`-00:00.0`), which distinguishes it from a time after the start.
public struct StopwatchLabel: TimeLabel, Hashable {
  /// The number of decimal places of a second, 0 to 9.
  public let precision: Int
  /// Whether digits that are zero are left out before others: `1:36.5`, and of differences `+15.6`.
  package var isShort = false

  /// Creates a label.
  ///
  /// - Parameter precision: decimal places of a second, clamped to 0…9; with 0 there is no point.
  public init(precision: Int = 1) {
    self.precision = min(max(precision, 0), 9)
  }

  /// Returns the time with a sign only if negative: `01:23.4`, `-00:02.5`.
  public func text(of time: Duration) -> String {
    let time = time.nanoseconds
    return text(sign: time < 0 ? UInt8(ascii: "-") : nil, magnitude: time.magnitude)
  }

  /// Returns a difference, always with its sign: `+00:01.2`, `-00:00.3`, `+00:00.0`.
  public func text(ofDifference difference: Duration) -> String {
    let difference = difference.nanoseconds
    return text(
      sign: UInt8(ascii: difference < 0 ? "-" : "+"), magnitude: difference.magnitude,
      needsMinutes: !isShort)
  }

  /// The value of the last digit shown.
  public var step: Duration { .nanoseconds(Int64(Self.powersOfTen[9 - precision])) }

  /// Returns a time without the digits that are not shown, truncated towards zero.
  ///
  /// Sums and differences of truncated times agree with the texts: splits shown as 02.8 and 05.5
  /// are 02.7 apart, whatever their hidden digits are.
  public func truncated(_ time: Duration) -> Duration {
    let nanoseconds = time.nanoseconds
    return .nanoseconds(nanoseconds - nanoseconds % Int64(Self.powersOfTen[9 - precision]))
  }

  /// Returns the next change of the last digit shown.
  ///
  /// Before the start, a digit changes a nanosecond after the full step, since times are truncated
  /// towards zero: `-00:01.0` becomes `-00:00.9` at 0.999999999 s before the start.
  public func nextChange(after time: Duration) -> Duration? {
    let (nanoseconds, truncated) = (time.nanoseconds, truncated(time))
    if nanoseconds >= 0 { return truncated + step }
    return truncated == .zero ? .zero : truncated + .nanoseconds(1)
  }

  private func text(sign: UInt8?, magnitude: UInt64, needsMinutes: Bool = true) -> String {
    let (seconds, fraction) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
    return String(unsafeUninitializedCapacity: 32) { buffer in
      var ascii = ASCIIWriter(buffer)
      if let sign { ascii.put(sign) }
      if hours > 0 {
        ascii.put(hours)
        ascii.put(UInt8(ascii: ":"))
      }
      let hasMinutes = needsMinutes || seconds >= 60
      if hasMinutes {
        if isShort, hours == 0 { ascii.put(rest / 60) } else { ascii.put(rest / 60, digits: 2) }
        ascii.put(UInt8(ascii: ":"))
      }
      if hasMinutes { ascii.put(rest % 60, digits: 2) } else { ascii.put(rest % 60) }
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

/// An age in one unit: `just now`, `5s ago`, `1m ago`, `2d ago`.
///
/// Ages are truncated. An age under five seconds is `just now`, and so is a negative one, which a
/// skewed clock causes.
public struct AgeLabel: TimeLabel, Hashable {
  /// Creates the label.
  public init() {}

  /// Returns the text of an age.
  public func text(of age: Duration) -> String {
    let seconds = age.nanoseconds / 1_000_000_000
    guard seconds >= 5 else { return "just now" }
    let unit = unit(forSeconds: seconds)
    return "\(seconds / unit.seconds)\(unit.name) ago"
  }

  /// Returns the age at which the next unit is complete.
  public func nextChange(after age: Duration) -> Duration? {
    let seconds = age.nanoseconds / 1_000_000_000
    guard seconds >= 5 else { return .seconds(5) }
    let unit = unit(forSeconds: seconds)
    return .seconds((seconds / unit.seconds + 1) * unit.seconds)
  }

  private func unit(forSeconds seconds: Int64) -> (seconds: Int64, name: Character) {
    switch seconds {
    case ..<60: (1, "s")
    case ..<3600: (60, "m")
    case ..<86_400: (3600, "h")
    default: (86_400, "d")
    }
  }
}

extension StopwatchLabel {
  /// Returns a running time as a clock shows it: before the start, the whole seconds to go.
  package func clockText(of time: Duration) -> String {
    time < .zero ? CountdownLabel().text(of: time) : text(of: time)
  }
}

/// The whole seconds until the start, rounded up: `3`, `2`, `1`, and `0` at the start.
///
/// From a minute on, the text has minutes and seconds, `1:30`; from an hour on also hours,
/// `1:00:00`. These are valid durations.
public struct CountdownLabel: TimeLabel, Hashable {
  /// Creates the label.
  public init() {}

  /// Returns the seconds to go at a running time, which is negative in a countdown; `0` after the
  /// start.
  public func text(of runningTime: Duration) -> String {
    let seconds = secondsToGo(at: runningTime)
    guard seconds >= 60 else { return "\(seconds)" }
    let time = StopwatchLabel(precision: 0).text(of: .seconds(seconds))
    // Minutes below ten have one digit.
    return time.utf8.count == 5 && time.hasPrefix("0") ? String(time.dropFirst()) : time
  }

  /// Returns the text for a sentence: `3 s`, `1:30`.
  package func spoken(of runningTime: Duration) -> String {
    let text = text(of: runningTime)
    return secondsToGo(at: runningTime) < 60 ? text + " s" : text
  }

  /// Returns the next whole second before the start, or the start; nil after the start.
  public func nextChange(after runningTime: Duration) -> Duration? {
    let seconds = secondsToGo(at: runningTime)
    return seconds == 0 ? nil : .zero - .seconds(seconds - 1)
  }

  private func secondsToGo(at runningTime: Duration) -> UInt64 {
    let nanoseconds = runningTime.nanoseconds
    guard nanoseconds < 0 else { return 0 }
    return (nanoseconds.magnitude + 999_999_999) / 1_000_000_000
  }
}
