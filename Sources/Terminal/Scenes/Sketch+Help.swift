import Timing

/// The help page: every key.
extension Sketch {
  private static let live = [
    ("space", "starts the clock, stops it, lets it run on"),
    ("l, Enter", "takes a lap"),
    ("m", "marks this moment: then type what it is"),
    ("u, r", "takes the newest event back, puts it back"),
    ("n", "names who is timed, in one field or two"),
    ("arrows, pages", "scroll the list"),
    ("q", "leaves the screen; the session runs on"),
  ]

  private static let past = [
    ("space", "pauses, plays on"),
    ("left, right", "to the event before, to the next"),
    ("[ ]", "10 s back, 10 s ahead; shift with an arrow does so too"),
    ("+ -", "twice as fast, half as fast"),
    ("home, end", "to the beginning, to the end"),
    ("up, down, pages", "scroll the list"),
    ("q", "leaves"),
  ]

  mutating func drawHelp() {
    let lines = scene.replay == nil ? Self.live : Self.past
    let width = lines.reduce(0) { max($0, $1.0.utf8.count) }
    let isNarrow = size.columns < 50
    // Where there is no room for all, the list scrolls as others do.
    let rows = max(1, size.rows - (size.rows > 3 ? 1 : 0))
    let first = min(scene.desk.scroll, max(0, lines.count - rows))
    for (row, line) in lines.dropFirst(first).prefix(rows).enumerated() {
      let column = isNarrow ? line.0.utf8.count + 1 : width + 2
      canvas.put(line.0, row: row, ink: .strong)
      canvas.put(line.1, row: row, column: column)
    }
    if size.rows > 3 { canvas.put("any key goes back", row: bottom, ink: .faint) }
  }

  /// The page of the name form.
  mutating func drawForm() {
    guard let form = scene.form else { return }
    let isCramped = size.rows < 6
    for (index, entry) in form.entries.enumerated() {
      // Where there is no room for all fields, the one that is edited is shown.
      if isCramped, index != form.focus { continue }
      let row = isCramped ? 0 : index + 1
      let title = entry.title.padding(10) + "  "
      let end = canvas.put(title, row: row, ink: index == form.focus ? .strong : .faint)
      if index == form.focus {
        draw(entry.line, row: row, column: end, columns: size.columns - end)
      } else {
        canvas.put(entry.line.text, row: row, column: end)
      }
    }
    if size.rows > 1 {
      canvas.put("Tab next  Enter keep  Esc leave", row: bottom, ink: .faint)
    }
  }
}
