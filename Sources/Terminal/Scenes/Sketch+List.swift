import Timing
import Text

/// The laps and timestamps, the newest first.
extension Sketch {
  private enum Entry {
    case lap(Lap)
    case timestamp(Timestamp)
  }

  /// `just now`, which no other age is longer than before 1,000 days.
  private static let ageWidth = 8

  /// How many laps there are, and how far the plan is complete.
  mutating func drawHeader(row: Int) {
    let end = canvas.put(SplitList.header(count: summary.lapCount), row: row, ink: .strong)
    drawProgress(row: row, behind: end)
  }

  mutating func drawList(rows: Range<Int>) {
    let columns = ListColumns(scene.board, times, screen: size.columns)
    var rows = rows
    if rows.count >= 6, !scene.board.session.laps.isEmpty {
      canvas.put(columns.titles, row: rows.lowerBound, ink: .faint)
      rows = rows.dropFirst()
    }
    canvas.scrollLimit = max(0, scene.board.entryCount - rows.count)
    for (row, entry) in zip(rows, entries(rows.count)) {
      switch entry {
      case .lap(let lap): draw(lap, row: row, columns)
      case .timestamp(let timestamp): draw(timestamp, row: row, columns)
      }
    }
  }

  private mutating func draw(_ lap: Lap, row: Int, _ columns: ListColumns) {
    let isBest = lap.event == scene.board.bestLap
    let ink: Ink = lap.number == nil ? .faint : isBest ? .good : .plain
    let number = lap.number.map { "\($0))" } ?? "-)"
    canvas.put(number.rightAligned(in: columns.number), row: row, ink: ink)
    canvas.put(times.text(of: lap.split), row: row, column: columns.split, ink: ink)
    if let column = columns.lap {
      canvas.put(times.text(of: lap.lap), row: row, column: column, ink: ink)
    }
    if let column = columns.difference, let best = summary.best {
      let text =
        isBest
        ? "best" : lap.number == nil ? "" : times.text(ofDifference: lap.lap - best)
      canvas.put(text, row: row, column: column, ink: ink)
    }
    if let column = columns.bar, lap.number != nil {
      let bar = Bar.text(
        lap.lap / scene.board.longest, columns: columns.barLength, blocks: canvas.look.isUTF8)
      canvas.put(bar, row: row, column: column, ink: isBest ? .good : .bar)
    }
    let flags = lap.flags.names.map { "(\($0))" }
    let words = ([lap.label].compactMap(\.self) + flags).joined(separator: " ")
    if let column = columns.label { canvas.put(words, row: row, column: column, ink: ink) }
  }

  private mutating func draw(_ timestamp: Timestamp, row: Int, _ columns: ListColumns) {
    let time = timestamp.runningTime.map { times.text(of: $0) } ?? "--:--.-"
    canvas.put(
      canvas.symbol("·", "*").rightAligned(in: columns.number), row: row, ink: .waiting)
    canvas.put(time, row: row, column: columns.split, ink: .waiting)
    var column = columns.age
    if column + Self.ageWidth <= size.columns {
      let age = present.age(of: timestamp.at)
      canvas.changes.note(age: age)
      let text = AgeLabel().text(of: age).leftAligned(in: Self.ageWidth)
      column = canvas.put(text, row: row, column: column, ink: .faint) + 1
    }
    // Less than three columns of a label tell nothing.
    if column + 3 <= size.columns {
      canvas.put(timestamp.label, row: row, column: column, ink: .waiting)
    }
  }

  /// So many entries, behind those that are scrolled away.
  private func entries(_ count: Int) -> [Entry] {
    let session = scene.board.session
    var laps = session.laps[...]
    var timestamps = session.timestamps[...]
    var entries: [Entry] = []
    var skipped = min(scene.desk.scroll, canvas.scrollLimit)
    while entries.count < count {
      let entry: Entry
      switch (laps.last, timestamps.last) {
      case (let lap?, let timestamp?) where lap.place >= timestamp.place:
        (entry, laps) = (.lap(lap), laps.dropLast())
      case (_, let timestamp?): (entry, timestamps) = (.timestamp(timestamp), timestamps.dropLast())
      case (let lap?, nil): (entry, laps) = (.lap(lap), laps.dropLast())
      case (nil, nil): return entries
      }
      if skipped > 0 { skipped -= 1 } else { entries.append(entry) }
    }
    return entries
  }
}
