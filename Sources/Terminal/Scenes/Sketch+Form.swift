import Timing

/// The page of the name form.
extension Sketch {
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
