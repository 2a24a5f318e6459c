import Timing
import Text

/// The footer: message or position of a replay, and controls or a prompt.
extension FrameRenderer {
  /// Draws the footer, upwards from the last row.
  ///
  /// - Parameter top: the first row that a message may take.
  /// - Returns: the first row taken.
  mutating func drawFooter(from top: Int) -> Int {
    let hasOwnRow = size.rows >= 8 || (scene.replay != nil && size.rows >= 4)
    let hasPrompt = drawPrompt(row: bottom)
    let coversControls = !hasPrompt && !hasOwnRow && scene.message != nil
    if !hasPrompt, !coversControls { drawControls(row: bottom) }
    let end = coversControls ? size.rows : bottom
    let first = drawMessage(atEndOf: min(top, end)..<end)
    guard hasOwnRow else { return first }
    if first == end { drawPosition(row: bottom - 1) }
    return min(first, bottom - 1)
  }

  /// Draws the prompt for a mark's label if it is open.
  mutating func drawPrompt(row: Int) -> Bool {
    guard case .markPrompt(let line, _) = scene.mode.page else { return false }
    let end = canvas.put("mark: ", row: row, style: .strong)
    draw(line, row: row, column: end, columns: size.columns - end)
    return true
  }

  /// Draws the message, if there is one, into the last of a range of rows.
  ///
  /// - Returns: the first row taken; the end of the range if none is.
  mutating func drawMessage(atEndOf rows: Range<Int>) -> Int {
    guard let message = scene.message else { return rows.upperBound }
    return canvas.put(message, atEndOf: rows, style: .bad)
  }

  /// Draws a line being edited; a line that is too long is scrolled to show the cursor.
  mutating func draw(_ line: TextLine, row: Int, column: Int, columns: Int) {
    guard columns > 1 else { return }
    var (fitting, width) = (0, 0)
    for character in line.head.reversed() {
      let wider = width + DisplayWidth.of(Harmless.text(String(character)))
      guard wider < columns else { break }
      (fitting, width) = (fitting + 1, wider)
    }
    let shown = String(line.head.suffix(fitting)) + line.text.dropFirst(line.cursor)
    canvas.put(shown, row: row, column: column, style: .field, columns: columns)
    canvas.cursor = Frame.Cell(row: row, column: min(size.columns - 1, column + width))
  }

  /// Draws the position of a replay: a bar, the time, the event and the speed.
  private mutating func drawPosition(row: Int) {
    guard let replay = scene.replay else { return }
    if !replay.isPaused { canvas.nextChange.add(ticking: times, replay.position) }
    let speed = replay.speed.text + (replay.isPaused && !replay.isAtEnd ? "  paused" : "")
    let text =
      "\(times.text(of: replay.position)) of \(times.text(of: replay.length))"
      + "  event \(replay.event) of \(replay.events)  \(speed)"
    let length = size.columns - DisplayWidth.of(text) - 2
    guard length >= 8 else {
      canvas.put("\(times.text(of: replay.position))  \(speed)", row: row)
      return
    }
    let fraction = replay.length > .zero ? replay.position / replay.length : 1
    let played = Int((Double(length) * min(max(fraction, 0), 1)).rounded(.down))
    let bar = String(repeating: canvas.symbol("━", "="), count: played)
    let rest = String(repeating: canvas.symbol("─", "-"), count: length - played)
    canvas.put(bar, row: row, style: .good)
    canvas.put(rest, row: row, column: played, style: .faint)
    canvas.put(text, row: row, column: length + 2)
  }

  /// Draws the available controls that fit.
  mutating func drawControls(row: Int, from column: Int = 0) {
    let holdOff = scene.holdOff(at: now)
    var column = column
    if holdOff > .zero {
      let wait = CountdownLabel().spoken(of: .zero - holdOff)
      column =
        canvas.put(firstFitting: ["keys in \(wait)"], row: row, column: column, style: .waiting)
        + 2
    }
    for control in fitting(controls(isHeldOff: holdOff > .zero), after: column) {
      column = canvas.put(key(of: control), row: row, column: column, style: .strong)
      column = canvas.put(control.word, row: row, column: column + 1, style: .faint) + 2
    }
  }

  /// The controls that fit: the most important ones, in their order.
  private func fitting(_ controls: [Control], after column: Int) -> [Control] {
    var room = size.columns - column + 2
    var fitting: Set<Control> = []
    for control in controls.sorted(by: { $0.rank < $1.rank }) {
      let columns = DisplayWidth.of(key(of: control)) + 1 + control.word.utf8.count + 2
      guard columns <= room else { continue }
      room -= columns
      fitting.insert(control)
    }
    return controls.filter(fitting.contains)
  }

  private func key(of control: Control) -> String {
    canvas.charset == .ascii && control == .events ? "<- ->" : control.key
  }

  private func controls(isHeldOff: Bool) -> [Control] {
    if let replay = scene.replay { return Control.available(replay) }
    return Control.available(scene.board, snapshot.phase, at: now, isHeldOff: isHeldOff)
  }
}
