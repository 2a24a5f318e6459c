public import Text

/// The words of a split list, as people know it from stopwatches.
public enum SplitList {
  /// Heads the list with `no laps`, `1 lap`, `2 laps` and so on.
  ///
  /// - Parameter count: the laps that count.
  /// - Returns: the heading.
  public static func header(count: Int) -> String {
    switch count {
    case 0: "no laps"
    case 1: "1 lap"
    default: "\(count) laps"
    }
  }

  /// Lists one lap that counts, as `1) 00:12.3`.
  ///
  /// - Parameters:
  ///   - number: the lap's number, from 1.
  ///   - split: the running time at the lap.
  ///   - label: how times are shown.
  /// - Returns: the entry.
  public static func entry(
    number: Int, split: Duration, label: StopwatchLabel = StopwatchLabel()
  ) -> String {
    "\(number)) \(label.text(of: split))"
  }
}
