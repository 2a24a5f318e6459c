import Timing

/// What is at the bottom: controls, a prompt, a message, the position of a replay.
extension Sketch {
  /// The rows at the bottom: message or position, and controls or prompt.
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

  /// The controls that can be used now, as many as there is room for.
  mutating func drawControls(row: Int, from column: Int = 0) {
    let holdOff = scene.holdOff(at: present.reading)
    var column = column
    if holdOff > .zero {
      let wait = CountdownLabel().spoken(of: .zero - holdOff)
      column =
        canvas.put(firstFitting: ["keys in \(wait)"], row: row, column: column, ink: .waiting) + 2
    }
    for control in fitting(controls(isHeldOff: holdOff > .zero), behind: column) {
      column = canvas.put(key(of: control), row: row, column: column, ink: .strong)
      column = canvas.put(control.word, row: row, column: column + 1, ink: .faint) + 2
    }
  }

  /// Those that there is room for: the most important ones, in their order.
  private func fitting(_ controls: [Control], behind column: Int) -> [Control] {
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
    !canvas.look.isUTF8 && control == .events ? "<- ->" : control.key
  }

  private func controls(isHeldOff: Bool) -> [Control] {
    if let replay = scene.replay { return Control.usable(replay) }
    return Control.usable(scene.board, at: present, isHeldOff: isHeldOff)
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

  /// Where a replay stands.
  mutating func drawPosition(row: Int) {
    guard let replay = scene.replay else { return }
    if !replay.isPaused { canvas.note(ticking: times, replay.position) }
    let words =
      "\(times.text(of: replay.position)) of \(times.text(of: replay.length))"
      + "  event \(replay.event) of \(replay.events)  \(replay.speed.text)"
    let length = size.columns - DisplayWidth.of(words) - 2
    guard length >= 8 else {
      canvas.put("\(times.text(of: replay.position))  \(replay.speed.text)", row: row)
      return
    }
    let fraction = replay.length > .zero ? replay.position / replay.length : 1
    let played = Int((Double(length) * min(max(fraction, 0), 1)).rounded(.down))
    let bar = String(repeating: canvas.symbol("━", "="), count: played)
    let rest = String(repeating: canvas.symbol("─", "-"), count: length - played)
    canvas.put(bar, row: row, ink: .good)
    canvas.put(rest, row: row, column: played, ink: .faint)
    canvas.put(words, row: row, column: length + 2)
  }
}

extension Control {
  /// Which of them give way to others where room is scarce: those of a higher rank.
  fileprivate var rank: Int {
    switch self {
    case .start, .stop, .resume, .pause, .play, .playAgain: 0
    case .lap, .events: 1
    case .quit: 2
    case .help: 3
    case .undo: 4
    case .mark, .seconds: 5
    case .redo, .speed: 6
    case .name: 7
    }
  }
}
