import Timing

/// Progress towards what finishes the session.
extension Sketch {
  private static let longestBar = 16

  mutating func drawProgress(row: Int, behind column: Int) {
    let plan = summary.profile.plan
    var end = size.columns
    if let limit = plan.limit {
      // In whole ticks of the clock, so that the bar moves only when the digits do.
      let time = max(.zero, min(present.runningTime, limit))
      let tenths = Duration.milliseconds(100 * Int64(time / .milliseconds(100)))
      end = draw(
        tenths / limit, "of \(times.text(of: limit))", row: row, behind: column, endingIn: end)
    }
    if let laps = plan.laps {
      let text = "\(min(summary.lapCount, laps)) of \(SplitList.header(count: laps))"
      _ = draw(
        Double(summary.lapCount) / Double(laps), text, row: row, behind: column, endingIn: end)
    }
  }

  /// Draws words, and a bar before them if there is room.
  ///
  /// - Returns: the end of what may come before it.
  private mutating func draw(
    _ fraction: Double, _ words: String, row: Int, behind column: Int, endingIn end: Int
  ) -> Int {
    let start = canvas.put(words, row: row, endingIn: end, behind: column + 1)
    guard start < end else { return end }
    let length = min(Self.longestBar, start - column - 6)
    guard length >= 4 else { return start - 2 }
    let bar = Bar.text(fraction, columns: length, blocks: canvas.look.isUTF8)
    let left = start - length - 3
    canvas.put(canvas.symbol("▕", "["), row: row, column: left, ink: .faint)
    canvas.put(bar, row: row, column: left + 1, ink: .bar)
    canvas.put(canvas.symbol("▏", "]"), row: row, column: left + 1 + length, ink: .faint)
    return left - 2
  }
}
