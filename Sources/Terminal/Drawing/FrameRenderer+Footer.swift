import Live
import Racing
import Text
import Timing

/// The footer: message or position of a replay, and controls or a prompt.
extension FrameRenderer {
  /// Draws the footer, upwards from the last row, with a message in no row above `top`; returns the
  /// first row taken.
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

  /// Draws the prompt that is open, if any.
  ///
  /// On a screen of one row it leaves the clock in view if there is room for some letters.
  mutating func drawPrompt(row: Int) -> Bool {
    switch scene.state.page {
    case .prompt(let prompt, let line): return drawPrompt(title(of: prompt), line, row: row)
    case .session:
      guard scene.runners != nil || scene.board.timedPoint != nil, !scene.state.digits.isEmpty
      else { return false }
      let title = scene.runners.map { $0.phase == nil } ?? false ? "lap of session: " : "bib: "
      return drawPrompt(title, TextLine(scene.state.digits), row: row)
    case .page, .nameForm: return false
    }
  }

  private mutating func drawPrompt(_ title: String, _ line: TextLine, row: Int) -> Bool {
    let end = canvas.put(title, row: row, column: drawClockBeside(title, row), style: .strong)
    draw(line, row: row, column: end, columns: size.columns - end)
    return true
  }

  private func title(of prompt: ScreenState.Prompt) -> String {
    switch prompt {
    case .mark: return "mark: "
    case .edit(let part, let event): return title(of: part, ofEvent: event)
    case .bib: return "bib: "
    case .assign(let crossing): return title(of: crossing)
    case .wave:
      let waves = scene.runners?.plannedWaves.joined(separator: ", ") ?? ""
      return size.columns < 40 ? "wave: " : "wave (\(waves)): "
    case .name: return "name: "
    }
  }

  /// The title of the prompt for the bib of a crossing, shorter on a narrow screen.
  private func title(of crossing: EventID) -> String {
    guard size.columns >= 40, let runners = scene.runners,
      let index = runners.unknown.lastIndex(where: { $0.event == crossing })
    else { return "bib: " }
    let unknown = runners.unknown[index]
    let time = unknown.runningTime.map { " at \(times.text(of: $0))" } ?? ""
    let given = unknown.bib ?? unknown.chip.map { "chip \($0)" }
    let count = runners.unknown.count
    let place = count > 1 && size.columns >= 70 ? " (\(index + 1) of \(count), arrows)" : ""
    return "crossing\(given.map { " of \($0)" } ?? "")\(time)\(place), bib: "
  }

  /// The title of the prompt of an edit, shorter on a narrow screen.
  private func title(of part: ScreenState.EditedPart, ofEvent event: Int) -> String {
    let subject =
      switch scene.board.entry(ofEvent: event) {
      case .lap(let lap): lap.number.map { "lap \($0)" } ?? "this lap"
      case .timestamp, nil: "this mark"
      }
    return switch part {
    case .moment: size.columns < 40 ? "by: " : "move \(subject) by (-2s, 0.5): "
    case .label: size.columns < 40 ? "name: " : "name of \(subject): "
    }
  }

  /// Draws the clock before a prompt on a screen of one row, if there is room, and returns the
  /// column after it.
  mutating func drawClockBeside(_ title: String, _ row: Int) -> Int {
    let leastLetters = 12
    let needed = canvas.columns(of: clockText) + 2 + canvas.columns(of: title) + leastLetters
    guard size.rows == 1, needed <= size.columns else { return 0 }
    return drawClock(row: row) + 2
  }

  /// Draws the message, if there is one, into the last of a range of rows, and returns the first
  /// row taken; the end of the range if none is.
  mutating func drawMessage(atEndOf rows: Range<Int>) -> Int {
    guard let message = scene.message else { return rows.upperBound }
    return canvas.put(message, atEndOf: rows, style: scene.messageStyle)
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
    } else if scene.replay == nil, let command = scene.board.joiningCommand {
      let texts = ["read-only: '\(command)' times a point", "read-only: \(command)", "read-only"]
      column = canvas.put(firstFitting: texts, row: row, column: column, style: .waiting) + 2
    }
    for control in fitting(scene.keys.controls(KeyMoment(scene, at: now)), after: column) {
      column = canvas.put(key(of: control), row: row, column: column, style: .strong)
      column = canvas.put(control.word, row: row, column: column + 1, style: .faint) + 2
    }
  }

  /// The controls that fit: the most important ones, in their order.
  private func fitting(_ controls: [KeyTable.Control], after column: Int) -> [KeyTable.Control] {
    var room = size.columns - column + 2
    var fitting: Set<Int> = []
    for (index, control) in controls.enumerated().sorted(by: { $0.element.rank < $1.element.rank })
    {
      let columns = DisplayWidth.of(key(of: control)) + 1 + control.word.utf8.count + 2
      guard columns <= room else { continue }
      room -= columns
      fitting.insert(index)
    }
    return controls.indices.filter(fitting.contains).map { controls[$0] }
  }

  private func key(of control: KeyTable.Control) -> String {
    canvas.charset == .ascii && control.key == "←→" ? "<- ->" : scene.keyMap.shown(control.key)
  }
}
