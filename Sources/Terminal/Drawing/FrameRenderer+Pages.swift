import Racing
import Text
import Timing

extension ScreenPage {
  /// The keys of the screen with their effects.
  package static let help = ScreenPage("help") { $0.drawHelp() }
}

/// The pages that replace the session: help and the name form.
extension FrameRenderer {
  /// Draws the help page; if it does not fit, it scrolls.
  fileprivate mutating func drawHelp() {
    if size.rows <= 3 { return drawPackedHelp() }
    let isNarrow = size.columns < 50
    let lines = scene.keys.help.map { line in
      let (key, effect) =
        isNarrow ? (line.shortKey, line.shortEffect) : (line.key, line.effect)
      return (scene.keyMap.shown(key), scene.keyMap.withChosenKeys(in: effect))
    }
    drawPage(lines, from: 0)
  }

  /// Draws a page with a list from a row on, and the way out in the last row, if another is left for
  /// the list.
  mutating func drawPage(_ lines: [(title: String, text: String)], from top: Int) {
    let rows = max(1, bottom - top)
    let column = 2 + lines.reduce(0) { max($0, canvas.columns(of: $1.title)) }
    let first = firstShown(of: lines.count, showing: rows)
    for (row, line) in lines.dropFirst(first).prefix(rows).enumerated() {
      canvas.put(line.title, row: top + row, style: .strong)
      canvas.put(line.text, row: top + row, column: column)
    }
    guard bottom > top else { return }
    let isAtEnd = first == canvas.scrollLimit
    canvas.put(isAtEnd ? "any key goes back" : "down: more", row: bottom, style: .faint)
  }

  /// Draws the help with several keys in a row, for screens of up to three rows.
  private mutating func drawPackedHelp() {
    // The last two columns are kept for the mark that there is more.
    var lines: [[(key: String, effect: String)]] = []
    var end = 0
    for line in scene.keys.help where line.place != .minor {
      let (key, effect) = (scene.keyMap.shown(line.shortKey), line.shortEffect)
      let columns = key.utf8.count + 1 + effect.utf8.count
      if lines.isEmpty || end + 2 + columns > size.columns - 2 {
        lines.append([])
        end = -2
      }
      lines[lines.count - 1].append((key, effect))
      end += 2 + columns
    }
    let first = firstShown(of: lines.count, showing: size.rows)
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
    let top = drawHead()
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
