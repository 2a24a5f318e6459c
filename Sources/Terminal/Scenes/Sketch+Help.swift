import Timing

/// The help page: every key.
extension Sketch {
  private struct Line {
    var key: String
    /// What it does.
    var meaning: String
    /// Both for a narrow screen.
    var short: (key: String, word: String)

    init(_ key: String, _ meaning: String, _ shortKey: String, _ word: String) {
      self.key = key
      self.meaning = meaning
      short = (shortKey, word)
    }
  }

  private static let live = [
    Line("space", "starts the clock, stops it, lets it run on", "space", "start, stop"),
    Line("l, Enter", "takes a lap", "l Enter", "lap"),
    Line("m", "marks this moment: then type what it is", "m", "mark"),
    Line("u, r", "takes the newest event back, puts it back", "u r", "undo, redo"),
    Line("n", "names who is timed: first, last or full name", "n", "name"),
    Line("arrows, pages", "scroll the list", "arrows", "scroll"),
    Line("q", "leaves the screen; the session runs on", "q", "leave"),
  ]

  private static let past = [
    Line("space", "pauses, plays on", "space", "pause"),
    Line("left, right", "to the event before, to the next", "arrows", "event"),
    Line("[ ]", "10 s back, 10 s ahead; shift with an arrow does so too", "[ ]", "10 s"),
    Line("+ -", "twice as fast, half as fast", "+ -", "speed"),
    Line("home, end", "to the beginning, to the end", "home end", "go there"),
    Line("up, down, pages", "scroll the list", "up down", "scroll"),
    Line("q", "leaves", "q", "leave"),
  ]

  mutating func drawHelp() {
    let isNarrow = size.columns < 50
    let lines = (scene.replay == nil ? Self.live : Self.past)
      .map { isNarrow ? $0.short : (key: $0.key, word: $0.meaning) }
    let width = lines.reduce(0) { max($0, $1.key.utf8.count) }
    // Where there is no room for all, the list scrolls as others do.
    let rows = max(1, size.rows - (size.rows > 3 ? 1 : 0))
    canvas.scrollLimit = max(0, lines.count - rows)
    let first = min(scene.desk.scroll, canvas.scrollLimit)
    for (row, line) in lines.dropFirst(first).prefix(rows).enumerated() {
      canvas.put(line.key, row: row, ink: .strong)
      canvas.put(line.word, row: row, column: width + 2)
    }
    guard size.rows > 3 else { return }
    let isAll = first == canvas.scrollLimit
    canvas.put(isAll ? "any key goes back" : "down: more", row: bottom, ink: .faint)
  }

  /// The page of the name form.
  mutating func drawForm() {
    guard let form = scene.form else { return }
    if size.rows == 1, drawMessage(inLastOf: 0..<1) == 0 { return }
    let isCramped = size.rows < 6
    for (index, entry) in form.entries.enumerated() {
      // Where there is no room for all fields, the one that is edited is shown.
      if isCramped, index != form.focus { continue }
      let row = isCramped ? 0 : index + 1
      let title = entry.title.leftAligned(in: 10) + "  "
      let end = canvas.put(title, row: row, ink: index == form.focus ? .strong : .faint)
      if index == form.focus {
        draw(entry.line, row: row, column: end, columns: size.columns - end)
      } else {
        canvas.put(entry.line.text, row: row, column: end)
      }
    }
    let end = isCramped ? 1 : form.entries.count + 1
    if end <= bottom, drawMessage(inLastOf: end..<size.rows) > bottom {
      canvas.put("Tab next  Enter keep  Esc leave", row: bottom, ink: .faint)
    }
  }
}
