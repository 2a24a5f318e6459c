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
