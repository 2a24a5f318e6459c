package import Timing
import Text

/// Statistics of lap times in integer arithmetic.
package enum NaiveStatistics {
  /// Groups the laps that count by label, without laps of a course.
  ///
  /// A lap whose label no other lap has is in the group without a label.
  package static func groups(_ laps: [Lap]) -> (all: [[Lap]], largest: [Lap]) {
    let counted = laps.filter { $0.number != nil && $0.segment == nil }
    func label(_ lap: Lap) -> String? {
      counted.count { $0.label == lap.label } > 1 ? lap.label : nil
    }
    let labels = [String?.none] + counted.map(label)
    var all: [[Lap]] = []
    for index in labels.indices where !labels[..<index].contains(labels[index]) {
      let group = counted.filter { label($0) == labels[index] }
      if !group.isEmpty { all.append(group) }
    }
    let most = all.map(\.count).max() ?? 0
    return (all, all.first { $0.count == most } ?? [])
  }

  /// The number of the best lap of a group, then in nanoseconds the best and the worst time, the
  /// mean, the median and the standard deviation; nil if the group is empty.
  package static func figures(of counted: [Lap]) -> [Int64]? {
    let times = counted.map { Int128($0.lap.nanoseconds) }
    let sorted = times.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    let count = Int128(times.count)
    let sum = times.reduce(0, +)
    let bestLap = counted.first { $0.lap.nanoseconds == Int64(least) }?.number ?? 0
    let median = round(sorted[(times.count - 1) / 2] + sorted[times.count / 2], 2)
    // The variance is (n Σx² − (Σx)²) / (n (n − 1)). Bisection finds the deviation: the integer
    // nearest to its root.
    let above = count * times.reduce(0) { $0 + $1 * $1 } - sum * sum
    let below = count * (count - 1)
    var low = Int128.zero
    var high = count > 1 ? Int128(1) << 63 : 0
    while low < high {
      let middle = (low + high + 1) / 2
      let (square, isTooLarge) = (2 * middle - 1).multipliedReportingOverflow(by: 2 * middle - 1)
      let (scaled, overflows) = square.multipliedReportingOverflow(by: below)
      if isTooLarge || overflows || scaled > 4 * above { high = middle - 1 } else { low = middle }
    }
    return [Int128(bestLap), least, most, round(sum, count), median, low].map { Int64($0) }
  }

  /// Rounds half a nanosecond up; no lap time is negative.
  private static func round(_ above: Int128, _ below: Int128) -> Int128 {
    (2 * above + below) / (2 * below)
  }
}
