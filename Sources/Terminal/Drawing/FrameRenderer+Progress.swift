import Timing
import Text

/// The progress towards the planned laps and the limit.
extension FrameRenderer {
  private struct Progress {
    var fraction: Double
    /// The text after the bar.
    var text: String
    /// The texts without a bar, the shortest last.
    var textsAlone: [String]
  }

  private static let barLengths = 4...16
  private static let gaps = (beforeBar: 3, beforeText: 2)

  /// Draws both at the end of a row: with bars if there is room, else as text, else only one of
  /// them.
  mutating func drawProgress(row: Int, after column: Int) {
    let (laps, limit) = (lapProgress, limitProgress)
    let choices = [[laps, limit], [limit], [laps]].map { $0.compactMap(\.self) }
    for choice in choices where !choice.isEmpty {
      if drawBars(choice, row: row, after: column) { return }
      if drawTexts(choice, row: row, after: column) { return }
    }
  }

  private var lapProgress: Progress? {
    guard let laps = summary.profile.plan.laps else { return nil }
    let text = "\(min(summary.lapCount, laps)) of \(SplitList.header(count: laps))"
    return Progress(
      fraction: Double(summary.lapCount) / Double(laps), text: text, textsAlone: [text])
  }

  private var limitProgress: Progress? {
    guard let limit = summary.profile.plan.limit else { return nil }
    // In tenths, so that the bar moves only when the clock's digits do.
    let time = max(.zero, min(snapshot.displayedTime, limit))
    let tenths = Duration.milliseconds(100 * Int64(time / .milliseconds(100)))
    var textsAlone = ["limit \(times.text(of: limit))"]
    if limit.components.attoseconds == 0 {
      textsAlone.append("limit \(StopwatchLabel(precision: 0).text(of: limit))")
    }
    return Progress(
      fraction: tenths / limit, text: "of \(times.text(of: limit))", textsAlone: textsAlone)
  }

  /// Draws all with bars of equal length if there is room.
  private mutating func drawBars(_ all: [Progress], row: Int, after column: Int) -> Bool {
    let texts = all.reduce(0) { $0 + Self.gaps.beforeBar + 3 + canvas.columns(of: $1.text) }
    let length = min(Self.barLengths.upperBound, (size.columns - column - texts) / all.count)
    guard length >= Self.barLengths.lowerBound else { return false }
    var end = size.columns
    for progress in all.reversed() {
      let text = end - canvas.columns(of: progress.text)
      canvas.put(progress.text, row: row, column: text)
      let left = text - length - 3
      let bar = Bar.text(
        progress.fraction, columns: length, blocks: canvas.charset == .utf8)
      canvas.put(canvas.symbol("▕", "["), row: row, column: left, style: .faint)
      canvas.put(bar, row: row, column: left + 1, style: .bar)
      canvas.put(canvas.symbol("▏", "]"), row: row, column: left + 1 + length, style: .faint)
      end = left - Self.gaps.beforeBar
    }
    return true
  }

  /// Draws all as text if there is room, in the short forms if the long ones do not fit.
  private mutating func drawTexts(_ all: [Progress], row: Int, after column: Int) -> Bool {
    for isShort in [false, true] {
      let texts = all.compactMap { isShort ? $0.textsAlone.last : $0.textsAlone.first }
      let needed = texts.reduce(0) { $0 + Self.gaps.beforeText + canvas.columns(of: $1) }
      guard column + needed <= size.columns else { continue }
      var end = size.columns
      for text in texts.reversed() {
        end -= canvas.columns(of: text)
        canvas.put(text, row: row, column: end)
        end -= Self.gaps.beforeText
      }
      return true
    }
    return false
  }
}
