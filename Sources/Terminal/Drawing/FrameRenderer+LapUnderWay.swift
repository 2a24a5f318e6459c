import Text
import Timing

/// The lap under way: the time since the last lap that counts.
extension FrameRenderer {
  /// The lap under way, as text; nil before the first lap, and once the session has finished.
  private struct LapUnderWay {
    /// Its number, or the name of its segment.
    var name: String
    var time: String
  }

  private var lapUnderWay: LapUnderWay? {
    guard summary.lapCount > 0, snapshot.phase == .running || snapshot.phase == .stopped else {
      return nil
    }
    let stopwatch = summary.stopwatch
    let name =
      stopwatch.plan.name(ofSegment: stopwatch.lastSegment + 1) ?? "lap \(summary.lapCount + 1)"
    let time = times.truncated(snapshot.displayedTime) - times.truncated(stopwatch.lastSplit)
    return LapUnderWay(name: name, time: times.text(of: time))
  }

  /// The columns between the total and the lap.
  private static let gap = 3

  /// Draws the lap in large digits beside those of the total, at the same base line, with its name
  /// above.
  ///
  /// - Parameters:
  ///   - digits: the digits of the total.
  ///   - top: the first row of the total.
  /// - Returns: whether there is a lap and room for it.
  mutating func drawLap(beside digits: LargeDigits, top: Int) -> Bool {
    guard let lap = lapUnderWay else { return false }
    let first = 1 + digits.columns(of: clockText) + Self.gap
    guard
      let own = LargeDigits(for: lap.time, columns: size.columns - first, beside: digits)
    else { return false }
    let last = size.columns - own.columns(of: lap.time)
    let column = max(first, min(last, size.columns / 2))
    let row = top + digits.rows - own.rows
    canvas.put(lap.name, row: row - 1, column: column, style: .strong)
    let block: Character = canvas.charset == .utf8 ? "█" : "#"
    for (offset, line) in own.lines(lap.time, block: block).enumerated() {
      canvas.put(line, row: row + offset, column: column)
    }
    return true
  }

  /// Draws the lap in a row, after a column.
  ///
  /// - Returns: the column after it; nil if there is no lap or no room.
  mutating func drawLap(row: Int, column: Int) -> Int? {
    guard let lap = lapUnderWay else { return nil }
    let end = canvas.put(
      firstFitting: ["\(lap.name) \(lap.time)", "lap \(lap.time)"], row: row, column: column,
      style: .strong)
    return end > column ? end : nil
  }
}
