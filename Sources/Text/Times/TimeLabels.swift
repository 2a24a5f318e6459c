/// A way to show a span of time that grows as time passes, and to know when what it shows changes.
///
/// A screen shows `text(of:)`, then sleeps until `nextChange(after:)` and not a nanosecond less:
/// ```swift
/// let label = StopwatchLabel(precision: 1)
/// label.text(of: .seconds(83.45))         // "01:23.4"
/// label.nextChange(after: .seconds(83.45))  // 83.5 seconds
/// ```
/// Spans are taken in whole nanoseconds, truncated towards zero, and held within ±292 years.
public protocol TimeLabel: Sendable {
  /// What is shown once so much time has passed.
  func text(of span: Duration) -> String

  /// The first later span that is shown by another text, to the nanosecond; nil when this text
  /// stays for ever.
  func nextChange(after span: Duration) -> Duration?
}

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

/// How long ago something happened, in one unit: `just now`, `5s ago`, `1m ago`, `2d ago`.
///
/// Truncated. Under five seconds it is `just now`, and so is all that lies in the future, which a
/// skewed clock makes of the present.
public struct AgeLabel: TimeLabel, Hashable {
  /// Makes the label.
  public init() {}

  /// The label of what happened so long ago.
  public func text(of age: Duration) -> String {
    let seconds = age.nanoseconds / 1_000_000_000
    guard seconds >= 5 else { return "just now" }
    let unit = unit(forSeconds: seconds)
    return "\(seconds / unit.seconds)\(unit.name) ago"
  }

  /// The age at which the next whole unit is full; never nil.
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

/// The whole seconds to go until the start, rounded up: `3`, `2`, `1`, `0` as the clock starts.
///
/// From a minute on as minutes and seconds, `1:30`, and from an hour on as `1:00:00`: the texts
/// that are also read as durations.
public struct CountdownLabel: TimeLabel, Hashable {
  /// Makes the label.
  public init() {}

  /// The seconds to go at a running time, which is negative in a countdown; `0` from the start on.
  public func text(of runningTime: Duration) -> String {
    let seconds = secondsToGo(at: runningTime)
    guard seconds >= 60 else { return "\(seconds)" }
    let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
    return String(unsafeUninitializedCapacity: 32) { buffer in
      var ascii = ASCIIWriter(buffer)
      if hours > 0 {
        ascii.put(hours)
        ascii.put(UInt8(ascii: ":"))
        ascii.put(rest / 60, digits: 2)
      } else {
        ascii.put(rest / 60)
      }
      ascii.put(UInt8(ascii: ":"))
      ascii.put(rest % 60, digits: 2)
      return ascii.count
    }
  }

  /// The same in a sentence: `3 s`, `1:30`.
  package func spoken(of runningTime: Duration) -> String {
    let text = text(of: runningTime)
    return secondsToGo(at: runningTime) < 60 ? text + " s" : text
  }

  /// The next whole second before the start, at last the start itself; nil from the start on.
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
