/// The pages that replace the session: help and the name form.
extension FrameRenderer {
  private struct HelpLine {
    var key: String
    var effect: String
    /// Key and effect on a narrow screen.
    var short: (key: String, effect: String)
    /// Whether the key scrolls a list; the smallest screens have none.
    var scrolls = false

    init(_ key: String, _ effect: String, _ shortKey: String, _ shortEffect: String) {
      self.key = key
      self.effect = effect
      short = (shortKey, shortEffect)
    }

    static func scrolling(_ key: String, _ shortKey: String) -> HelpLine {
      var line = HelpLine(key, "scroll the list", shortKey, "scroll")
      line.scrolls = true
      return line
    }
  }

  private static let liveHelp = [
    HelpLine("space", "start, stop or resume the clock", "space", "start, stop"),
    HelpLine("c", "start a countdown", "c", "countdown"),
    HelpLine("l, Enter", "take a lap", "l", "lap"),
    HelpLine("m", "mark this moment; then type a label", "m", "mark"),
    HelpLine("u, r", "undo or redo the newest event", "u r", "undo, redo"),
    HelpLine("n", "name the person: first, last or full name", "n", "name"),
    .scrolling("arrows, pages", "arrows"),
    HelpLine("q", "quit the screen; the clock keeps running", "q", "quit"),
  ]

  private static let replayHelp = [
    HelpLine("space", "pause or play; at the end, play again", "space", "pause"),
    HelpLine("left, right", "go to the previous or the next event", "arrows", "event"),
    HelpLine("[ ]", "go 10 s back or forward, as Shift and an arrow do", "[ ]", "10 s"),
    HelpLine("+ -", "double or halve the speed", "+ -", "speed"),
    HelpLine("home, end", "go to the beginning or to the end", "home end", "go there"),
    .scrolling("up, down, pages", "up down"),
    HelpLine("q", "quit", "q", "quit"),
  ]

  private var helpLines: [HelpLine] { scene.replay == nil ? Self.liveHelp : Self.replayHelp }

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
    for (key, effect) in helpLines.filter({ !$0.scrolls }).map(\.short) {
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

  /// Draws the name form; on a small screen only the field in focus.
  mutating func drawForm() {
    guard let form = scene.form else { return }
    if size.rows == 1, drawMessage(atEndOf: 0..<1) == 0 { return }
    let isSmall = size.rows < 6
    for (index, entry) in form.entries.enumerated() {
      if isSmall, index != form.focus { continue }
      let row = isSmall ? 0 : index + 1
      let title = entry.title.leftAligned(in: 10) + "  "
      let end = canvas.put(title, row: row, style: index == form.focus ? .strong : .faint)
      if index == form.focus {
        draw(entry.line, row: row, column: end, columns: size.columns - end)
      } else {
        canvas.put(entry.line.text, row: row, column: end)
      }
    }
    let end = isSmall ? 1 : form.entries.count + 1
    if end <= bottom, drawMessage(atEndOf: end..<size.rows) > bottom {
      canvas.put("Tab next  Enter save  Esc cancel", row: bottom, style: .faint)
    }
  }
}
