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
