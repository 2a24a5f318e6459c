import Timing
import Text

/// Progress towards what finishes the session.
extension Sketch {
  /// Something that is partly done.
  private struct Progress {
    var fraction: Double
    /// What stands behind its bar.
    var words: String
    /// What stands without a bar, the first of these that there is room for.
    var alone: [String]
  }

  private static let barLengths = 4...16
  private static let gaps = (beforeBar: 3, beforeWords: 2)

  /// Draws the planned laps and the limit at the end of a row: as bars if there is room, else in
  /// words, else the one of them that there is room for.
  mutating func drawProgress(row: Int, behind column: Int) {
    let (laps, limit) = (lapProgress, limitProgress)
    let choices = [[laps, limit], [limit], [laps]].map { $0.compactMap(\.self) }
    for choice in choices where !choice.isEmpty {
      if drawBars(choice, row: row, behind: column) { return }
      if drawWords(choice, row: row, behind: column) { return }
    }
  }

  private var lapProgress: Progress? {
    guard let laps = summary.profile.plan.laps else { return nil }
    let words = "\(min(summary.lapCount, laps)) of \(SplitList.header(count: laps))"
    return Progress(
      fraction: Double(summary.lapCount) / Double(laps), words: words, alone: [words])
  }

  private var limitProgress: Progress? {
    guard let limit = summary.profile.plan.limit else { return nil }
    // In whole ticks of the clock, so that the bar moves only when the digits do.
    let time = max(.zero, min(present.runningTime, limit))
    let tenths = Duration.milliseconds(100 * Int64(time / .milliseconds(100)))
    var alone = ["limit \(times.text(of: limit))"]
    if limit.components.attoseconds == 0 {
      alone.append("limit \(StopwatchLabel(precision: 0).text(of: limit))")
    }
    return Progress(fraction: tenths / limit, words: "of \(times.text(of: limit))", alone: alone)
  }

  /// Draws all with bars of the same length, or nothing.
  private mutating func drawBars(_ all: [Progress], row: Int, behind column: Int) -> Bool {
    let others = all.reduce(0) { $0 + Self.gaps.beforeBar + 3 + canvas.columns(of: $1.words) }
    let length = min(Self.barLengths.upperBound, (size.columns - column - others) / all.count)
    guard length >= Self.barLengths.lowerBound else { return false }
    var end = size.columns
    for progress in all.reversed() {
      let words = end - canvas.columns(of: progress.words)
      canvas.put(progress.words, row: row, column: words)
      let left = words - length - 3
      let bar = Bar.text(progress.fraction, columns: length, blocks: canvas.look.isUTF8)
      canvas.put(canvas.symbol("▕", "["), row: row, column: left, ink: .faint)
      canvas.put(bar, row: row, column: left + 1, ink: .bar)
      canvas.put(canvas.symbol("▏", "]"), row: row, column: left + 1 + length, ink: .faint)
      end = left - Self.gaps.beforeBar
    }
    return true
  }

  /// Draws all without bars, or nothing.
  private mutating func drawWords(_ all: [Progress], row: Int, behind column: Int) -> Bool {
    // The short forms only where the long ones have no room.
    for isShort in [false, true] {
      let texts = all.compactMap { isShort ? $0.alone.last : $0.alone.first }
      let needed = texts.reduce(0) { $0 + Self.gaps.beforeWords + canvas.columns(of: $1) }
      guard column + needed <= size.columns else { continue }
      var end = size.columns
      for text in texts.reversed() {
        end -= canvas.columns(of: text)
        canvas.put(text, row: row, column: end)
        end -= Self.gaps.beforeWords
      }
      return true
    }
    return false
  }
}
