import Timing
import Text

/// What is at the bottom: message or position of a replay, and controls or a prompt.
extension Sketch {
  /// Draws it, upwards from the last row.
  ///
  /// - Parameter top: the first row that a message may take, which is to be read to its end.
  /// - Returns: the first row that is taken.
  mutating func drawFoot(from top: Int) -> Int {
    let hasOwnRow = size.rows >= 8 || (scene.replay != nil && size.rows >= 4)
    let hasPrompt = drawPrompt(row: bottom)
    let isCovered = !hasPrompt && !hasOwnRow && scene.message != nil
    if !hasPrompt, !isCovered { drawControls(row: bottom) }
    let end = isCovered ? size.rows : bottom
    let first = drawMessage(inLastOf: min(top, end)..<end)
    guard hasOwnRow else { return first }
    if first == end { drawPosition(row: bottom - 1) }
    return min(first, bottom - 1)
  }

  /// The line that is typed, if one is.
  mutating func drawPrompt(row: Int) -> Bool {
    guard case .marking(let line, _) = scene.desk.mode else { return false }
    let end = canvas.put("mark: ", row: row, ink: .strong)
    draw(line, row: row, column: end, columns: size.columns - end)
    return true
  }

  /// Why something was refused, if it was a moment ago, in the last of some rows.
  ///
  /// - Returns: the first row that it takes; that behind them if none.
  mutating func drawMessage(inLastOf rows: Range<Int>) -> Int {
    guard let message = scene.message else { return rows.upperBound }
    return canvas.put(message, inLastOf: rows, ink: .bad)
  }

  /// A line that is typed; of one that is too long, the end of what is before the cursor.
  mutating func draw(_ line: TextLine, row: Int, column: Int, columns: Int) {
    guard columns > 1 else { return }
    var (fitting, width) = (0, 0)
    for character in line.head.reversed() {
      let wider = width + DisplayWidth.of(Harmless.text(String(character)))
      guard wider < columns else { break }
      (fitting, width) = (fitting + 1, wider)
    }
    let shown = String(line.head.suffix(fitting)) + line.text.dropFirst(line.cursor)
    canvas.put(shown, row: row, column: column, ink: .field, columns: columns)
    canvas.cursor = Frame.Spot(row: row, column: min(size.columns - 1, column + width))
  }
}
