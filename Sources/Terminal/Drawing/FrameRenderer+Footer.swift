import Racing
import Text
import Timing

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

  /// Draws the prompt that is open, if any.
  ///
  /// On a screen of one row it leaves the clock in view if there is room for some letters.
  mutating func drawPrompt(row: Int) -> Bool {
    let (title, line): (String, TextLine)
    switch scene.mode.page {
    case .markPrompt(let text, _): (title, line) = ("mark: ", text)
    case .editPrompt(let edit, let text): (title, line) = (self.title(of: edit), text)
    case .bibPrompt(let text): (title, line) = ("bib: ", text)
    case .assignPrompt(let text, let crossing): (title, line) = (self.title(of: crossing), text)
    case .wavePrompt(let text, _):
      let waves = scene.runners?.plannedWaves.joined(separator: ", ") ?? ""
      (title, line) = (size.columns < 40 ? "wave: " : "wave (\(waves)): ", text)
    case .session:
      guard scene.runners != nil || scene.board.timedPoint != nil, !scene.mode.digits.isEmpty
      else { return false }
      let title = scene.runners.map { $0.phase == nil } ?? false ? "lap of session: " : "bib: "
      return drawPrompt(title, TextLine(scene.mode.digits), row: row)
    case .help, .nameForm: return false
    }
    return drawPrompt(title, line, row: row)
  }

  private mutating func drawPrompt(_ title: String, _ line: TextLine, row: Int) -> Bool {
    let end = canvas.put(title, row: row, column: drawClockBeside(title, row), style: .strong)
    draw(line, row: row, column: end, columns: size.columns - end)
    return true
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
  private func title(of edit: ScreenMode.Edit) -> String {
    let subject =
      switch scene.board.entry(ofEvent: edit.event) {
      case .lap(let lap): lap.number.map { "lap \($0)" } ?? "this lap"
      case .timestamp, nil: "this mark"
      }
    return switch edit.part {
    case .moment: size.columns < 40 ? "by: " : "move \(subject) by (-2s, 0.5): "
    case .label: size.columns < 40 ? "name: " : "name of \(subject): "
    }
  }

  /// Draws the clock before a prompt on a screen of one row, if there is room.
  ///
  /// - Returns: the column after it.
  private mutating func drawClockBeside(_ title: String, _ row: Int) -> Int {
    let leastLetters = 12
    let needed = canvas.columns(of: clockText) + 2 + canvas.columns(of: title) + leastLetters
    guard size.rows == 1, needed <= size.columns else { return 0 }
    return drawClock(row: row) + 2
  }

  /// Draws the message, if there is one, into the last of a range of rows.
  ///
  /// - Returns: the first row taken; the end of the range if none is.
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
    if let runners = scene.runners, runners.phase == nil {
      return Control.available(runners, isChoosing: scene.chosenBib != nil)
    }
    if let runners = scene.runners {
      return Control.available(scene.board, runners, snapshot.phase, isHeldOff: isHeldOff)
    }
    return Control.available(
      scene.board, snapshot.phase, at: now, isHeldOff: isHeldOff, isChoosing: chosen != nil)
  }
}

/// The pages that replace the session: help and the name form.
extension FrameRenderer {
  private struct HelpLine {
    var key: String
    var effect: String
    /// Key and effect on a narrow screen.
    var short: (key: String, effect: String)
    /// Whether the smallest screens leave it out.
    var isMinor = false

    init(_ key: String, _ effect: String, _ shortKey: String, _ shortEffect: String) {
      self.key = key
      self.effect = effect
      short = (shortKey, shortEffect)
    }

    static func minor(
      _ key: String, _ effect: String, _ shortKey: String, _ shortEffect: String
    ) -> HelpLine {
      var line = HelpLine(key, effect, shortKey, shortEffect)
      line.isMinor = true
      return line
    }
  }

  private static let liveHelp = [
    HelpLine(
      "space", "start, stop or resume; after a finish start the next", "space",
      "start, stop"),
    HelpLine("c", "start a countdown", "c", "countdown"),
    HelpLine("l, Enter", "record a lap", "l", "lap"),
    HelpLine("m", "mark this moment; then type a label", "m", "mark"),
    HelpLine("u, r", "undo or redo the newest event", "u r", "undo, redo"),
    HelpLine("n", "name the person: first, last or full name", "n", "name"),
    .minor("s", "once the clock has stopped, start the next session", "s", "start next"),
    .minor("up, down", "choose a lap: a moves, n renames, d removes it", "arrows", "choose"),
    .minor("page keys", "scroll the list", "pages", "scroll"),
    HelpLine("q", "quit the screen; the clock keeps running", "q", "quit"),
  ]

  private static let sessionsHelp = [
    HelpLine(
      "digits", "record a lap of the session with this key; of two digits with Enter", "1-9",
      "lap"),
    HelpLine("up, down", "choose a session: l laps, space stops or resumes it", "arrows", "choose"),
    HelpLine("u, r", "undo or redo in the chosen one, or in the last lapped", "u r", "undo, redo"),
    .minor("page keys", "scroll the board", "pages", "scroll"),
    HelpLine("q", "quit the screen; the clocks keep running", "q", "quit"),
  ]

  private static let raceHelp = [
    HelpLine(
      "digits, Enter", "record a crossing; if all bibs have one digit, without Enter",
      "digits", "Enter crosses"),
    HelpLine("b", "type a bib with other characters", "b", "other bib"),
    HelpLine("space", "record a crossing without a bib; start, resume", "space", "without a bib"),
    HelpLine(
      "a", "assign an unknown crossing to a bib; arrows choose another", "a", "assign"),
    HelpLine("w", "start a wave", "w", "wave"),
    HelpLine("u, r", "undo or redo the newest event", "u r", "undo, redo"),
    HelpLine("s", "stop the race's clock", "s", "stop"),
    .minor("c", "start with a countdown", "c", "countdown"),
    .minor("m", "mark this moment; then type a label", "m", "mark"),
    .minor("arrows, pages", "scroll the board", "arrows", "scroll"),
    HelpLine("q", "quit the screen; the clock keeps running", "q", "quit"),
  ]

  private static let pointHelp = [
    HelpLine(
      "digits, Enter", "record a crossing; if all bibs have one digit, without Enter",
      "digits", "Enter crosses"),
    HelpLine("b", "type a bib with other characters", "b", "other bib"),
    HelpLine("space", "record a crossing without a bib", "space", "without a bib"),
    HelpLine("u, r", "undo or redo the newest event of this device's session", "u r", "undo, redo"),
    .minor("m", "mark this moment; then type a label", "m", "mark"),
    .minor("arrows, pages", "scroll the board", "arrows", "scroll"),
    HelpLine("q", "quit the screen", "q", "quit"),
  ]

  private static let readOnlyHelp = [
    HelpLine("arrows, pages", "scroll the board", "arrows", "scroll"),
    HelpLine("q", "quit the screen", "q", "quit"),
    HelpLine(
      "other keys", "read-only: 'laptimer watch --start --join RACE' times a point",
      "others", "read-only"),
  ]

  private static let replayHelp = [
    HelpLine("space", "pause or play; at the end, play again", "space", "pause"),
    HelpLine("left, right", "go to the previous or the next event", "arrows", "event"),
    HelpLine("[ ]", "go 10 s back or forward, as Shift and an arrow do", "[ ]", "10 s"),
    HelpLine("+ -", "double or halve the speed", "+ -", "speed"),
    HelpLine("home, end", "go to the beginning or to the end", "home end", "go there"),
    .minor("up, down, pages", "scroll the list", "up down", "scroll"),
    HelpLine("q", "quit", "q", "quit"),
  ]

  private var helpLines: [HelpLine] {
    if scene.replay != nil { return Self.replayHelp }
    if scene.board.timedPoint != nil { return Self.pointHelp }
    if scene.board.joiningCommand != nil { return Self.readOnlyHelp }
    guard let runners = scene.runners else { return Self.liveHelp }
    return runners.phase == nil ? Self.sessionsHelp : Self.raceHelp
  }

  /// Draws the help page; if it does not fit, it scrolls.
  mutating func drawHelp() {
    if size.rows <= 3 { return drawPackedHelp() }
    let isNarrow = size.columns < 50
    let lines = helpLines.map { isNarrow ? $0.short : (key: $0.key, effect: $0.effect) }
    let width = lines.reduce(0) { max($0, $1.key.utf8.count) }
    let rows = size.rows - 1
    canvas.scrollLimit = max(0, lines.count - rows)
    let first = min(scene.mode.scroll, canvas.scrollLimit)
    for (row, line) in lines.dropFirst(first).prefix(rows).enumerated() {
      canvas.put(line.key, row: row, style: .strong)
      canvas.put(line.effect, row: row, column: width + 2)
    }
    let isAtEnd = first == canvas.scrollLimit
    canvas.put(isAtEnd ? "any key goes back" : "down: more", row: bottom, style: .faint)
  }

  /// Draws the help with several keys in a row, for screens of up to three rows.
  private mutating func drawPackedHelp() {
    // The last two columns are kept for the mark that there is more.
    var lines: [[(key: String, effect: String)]] = []
    var end = 0
    for (key, effect) in helpLines.filter({ !$0.isMinor }).map(\.short) {
      let columns = key.utf8.count + 1 + effect.utf8.count
      if lines.isEmpty || end + 2 + columns > size.columns - 2 {
        lines.append([])
        end = -2
      }
      lines[lines.count - 1].append((key, effect))
      end += 2 + columns
    }
    canvas.scrollLimit = max(0, lines.count - size.rows)
    let first = min(scene.mode.scroll, canvas.scrollLimit)
    for (row, line) in lines.dropFirst(first).prefix(size.rows).enumerated() {
      var column = 0
      for (key, effect) in line {
        column = canvas.put(key, row: row, column: column, style: .strong)
        column = canvas.put(effect, row: row, column: column + 1) + 2
      }
    }
    guard first < canvas.scrollLimit else { return }
    canvas.put(canvas.symbol("↓", "v"), row: bottom, column: size.columns - 1, style: .faint)
  }

  /// Draws the name form below the clock; on a small screen only the field in focus.
  mutating func drawForm() {
    guard let form = scene.form else { return }
    if size.rows == 1 {
      addChangesOfClock()
      if drawMessage(atEndOf: 0..<1) == 0 { return }
    }
    let top = size.rows == 1 ? 0 : drawHead()
    let isSmall = size.rows - top <= form.entries.count
    for (index, entry) in form.entries.enumerated() {
      if isSmall, index != form.focus { continue }
      let row = isSmall ? top : top + index
      let title = entry.title.leftAligned(in: 10) + "  "
      let start = drawClockBeside(title, row)
      let end = canvas.put(
        title, row: row, column: start, style: index == form.focus ? .strong : .faint)
      if index == form.focus {
        draw(entry.line, row: row, column: end, columns: size.columns - end)
      } else {
        canvas.put(entry.line.text, row: row, column: end)
      }
    }
    let end = top + (isSmall ? 1 : form.entries.count)
    if end <= bottom, drawMessage(atEndOf: end..<size.rows) > bottom {
      canvas.put("Tab next  Enter save  Esc cancel", row: bottom, style: .faint)
    }
  }
}
