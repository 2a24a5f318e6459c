import Timing

/// The help page: every key.
extension Sketch {
  private struct Line {
    var key: String
    /// What it does.
    var meaning: String
    /// Both for a narrow screen.
    var short: (key: String, word: String)
    /// Whether it moves a list, which the smallest screens have not.
    var scrolls = false

    init(_ key: String, _ meaning: String, _ shortKey: String, _ word: String) {
      self.key = key
      self.meaning = meaning
      short = (shortKey, word)
    }

    static func scrolling(_ key: String, _ shortKey: String) -> Line {
      var line = Line(key, "scroll the list", shortKey, "scroll")
      line.scrolls = true
      return line
    }
  }

  private static let live = [
    Line("space", "starts the clock, stops it, lets it run on", "space", "start, stop"),
    Line("c", "starts the clock after a countdown", "c", "countdown"),
    Line("l, Enter", "takes a lap", "l", "lap"),
    Line("m", "marks this moment: then type what it is", "m", "mark"),
    Line("u, r", "takes the newest event back, puts it back", "u r", "undo, redo"),
    Line("n", "names who is timed: first, last or full name", "n", "name"),
    .scrolling("arrows, pages", "arrows"),
    Line("q", "leaves the screen; the session runs on", "q", "quit"),
  ]

  private static let past = [
    Line("space", "pauses, plays on; at the end plays again", "space", "pause"),
    Line("left, right", "to the event before, to the next", "arrows", "event"),
    Line("[ ]", "10 s back, 10 s ahead; shift with an arrow does so too", "[ ]", "10 s"),
    Line("+ -", "twice as fast, half as fast", "+ -", "speed"),
    Line("home, end", "to the beginning, to the end", "home end", "go there"),
    .scrolling("up, down, pages", "up down"),
    Line("q", "leaves", "q", "quit"),
  ]

  private var helpLines: [Line] { scene.replay == nil ? Self.live : Self.past }

  mutating func drawHelp() {
    if size.rows <= 3 { return drawPackedHelp() }
    let isNarrow = size.columns < 50
    let lines = helpLines.map { isNarrow ? $0.short : (key: $0.key, word: $0.meaning) }
    let width = lines.reduce(0) { max($0, $1.key.utf8.count) }
    // Where there is no room for all, the list scrolls as others do.
    let rows = size.rows - 1
    canvas.scrollLimit = max(0, lines.count - rows)
    let first = min(scene.desk.scroll, canvas.scrollLimit)
    for (row, line) in lines.dropFirst(first).prefix(rows).enumerated() {
      canvas.put(line.key, row: row, ink: .strong)
      canvas.put(line.word, row: row, column: width + 2)
    }
    let isAll = first == canvas.scrollLimit
    canvas.put(isAll ? "any key goes back" : "down: more", row: bottom, ink: .faint)
  }

  /// Several keys a row, as on a terminal that has but one.
  private mutating func drawPackedHelp() {
    // The last two columns are for what says that there is more.
    var lines: [[(key: String, word: String)]] = []
    var end = 0
    for (key, word) in helpLines.filter({ !$0.scrolls }).map(\.short) {
      let columns = key.utf8.count + 1 + word.utf8.count
      if lines.isEmpty || end + 2 + columns > size.columns - 2 {
        lines.append([])
        end = -2
      }
      lines[lines.count - 1].append((key, word))
      end += 2 + columns
    }
    canvas.scrollLimit = max(0, lines.count - size.rows)
    let first = min(scene.desk.scroll, canvas.scrollLimit)
    for (row, line) in lines.dropFirst(first).prefix(size.rows).enumerated() {
      var column = 0
      for (key, word) in line {
        column = canvas.put(key, row: row, column: column, ink: .strong)
        column = canvas.put(word, row: row, column: column + 1) + 2
      }
    }
    guard first < canvas.scrollLimit else { return }
    canvas.put(canvas.symbol("↓", "v"), row: bottom, column: size.columns - 1, ink: .faint)
  }
}
