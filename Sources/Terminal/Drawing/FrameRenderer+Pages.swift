import Racing
import Text
import Timing

/// The pages that replace the session: help and the name form.
extension FrameRenderer {
  private struct HelpLine {
    var key: String
    /// The effect, with other keys in braces.
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
    .minor("up, down", "choose a lap: {a} moves, {n} renames, {d} removes it", "arrows", "choose"),
    .minor("page keys", "scroll the list", "pages", "scroll"),
    HelpLine("q", "quit the screen; the clock keeps running", "q", "quit"),
  ]

  private static let sessionsHelp = [
    HelpLine(
      "digits", "record a lap of the session with this key; of two digits with Enter", "1-9",
      "lap"),
    HelpLine(
      "up, down", "choose a session: {l} laps, {space} stops or resumes it", "arrows", "choose"),
    HelpLine("u, r", "undo or redo in the chosen one, or in the last lapped", "u r", "undo, redo"),
    .minor("page keys", "scroll the board", "pages", "scroll"),
    HelpLine("q", "quit the screen; the clocks keep running", "q", "quit"),
  ]

  private static let bibHelp = [
    HelpLine(
      "digits, Enter", "record a crossing; if all bibs have one digit, without Enter",
      "digits", "Enter crosses"),
    HelpLine("b", "type a bib with other characters", "b", "other bib"),
  ]

  private static let raceHelp =
    bibHelp + [
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

  private static let pointHelp =
    bibHelp + [
      HelpLine("space", "record a crossing without a bib", "space", "without a bib"),
      HelpLine(
        "u, r", "undo or redo the newest event of this device's session", "u r", "undo, redo"),
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
    let lines = helpLines.map { line in
      let shown = isNarrow ? line.short : (key: line.key, effect: line.effect)
      return (
        key: scene.keyMap.shown(shown.key), effect: scene.keyMap.withChosenKeys(in: shown.effect)
      )
    }
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
    for (usual, effect) in helpLines.filter({ !$0.isMinor }).map(\.short) {
      let key = scene.keyMap.shown(usual)
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
