import Timing
import Text

/// The list of laps and timestamps, the newest first.
extension FrameRenderer {
  private enum Entry {
    case lap(Lap)
    case timestamp(Timestamp)
  }

  /// The width of `just now`, the longest age below 1,000 days.
  private static let ageWidth = 8

  /// Draws the number of laps and the progress of the plan.
  mutating func drawHeader(row: Int) {
    let end = canvas.put(SplitList.header(count: summary.lapCount), row: row, style: .strong)
    drawProgress(row: row, after: end)
  }

  /// Draws the entries that fit, after those scrolled out of view.
  mutating func drawList(rows: Range<Int>) {
    let columns = LapColumns(scene.board, times, screen: size.columns)
    var rows = rows
    if rows.count >= 6, !scene.board.session.laps.isEmpty {
      canvas.put(columns.titles, row: rows.lowerBound, style: .faint)
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

  private mutating func draw(_ lap: Lap, row: Int, _ columns: LapColumns) {
    let isBest = lap.event == scene.board.bestLap
    let style: TextStyle = lap.number == nil ? .faint : isBest ? .good : .plain
    let number = lap.number.map { "\($0))" } ?? "-)"
    canvas.put(number.rightAligned(in: columns.number), row: row, style: style)
    canvas.put(times.text(of: lap.split), row: row, column: columns.split, style: style)
    if let column = columns.lap {
      canvas.put(times.text(of: lap.lap), row: row, column: column, style: style)
    }
    if let column = columns.difference, let best = summary.best {
      let text =
        isBest
        ? "best" : lap.number == nil ? "" : times.text(ofDifference: lap.lap - best)
      canvas.put(text, row: row, column: column, style: style)
    }
    if let column = columns.bar, lap.number != nil {
      let bar = Bar.text(
        lap.lap / scene.board.longestLap, columns: columns.barLength,
        blocks: canvas.charset == .utf8)
      canvas.put(bar, row: row, column: column, style: isBest ? .good : .bar)
    }
    let flags = lap.flags.names.map { "(\($0))" }
    let words = ([lap.label].compactMap(\.self) + flags).joined(separator: " ")
    if let column = columns.label { canvas.put(words, row: row, column: column, style: style) }
  }

  private mutating func draw(_ timestamp: Timestamp, row: Int, _ columns: LapColumns) {
    let time = timestamp.runningTime.map { times.text(of: $0) } ?? "--:--.-"
    canvas.put(
      canvas.symbol("·", "*").rightAligned(in: columns.number), row: row, style: .waiting)
    canvas.put(time, row: row, column: columns.split, style: .waiting)
    var column = columns.age
    if column + Self.ageWidth <= size.columns {
      let age = snapshot.age(of: timestamp.at)
      canvas.nextChange.add(age: age)
      let text = AgeLabel().text(of: age).leftAligned(in: Self.ageWidth)
      column = canvas.put(text, row: row, column: column, style: .faint) + 1
    }
    // A label needs at least three columns.
    if column + 3 <= size.columns {
      canvas.put(timestamp.label, row: row, column: column, style: .waiting)
    }
  }

  /// A number of entries, after those scrolled out of view.
  private func entries(_ count: Int) -> [Entry] {
    let session = scene.board.session
    var laps = session.laps[...]
    var timestamps = session.timestamps[...]
    var entries: [Entry] = []
    var skipped = min(scene.mode.scroll, canvas.scrollLimit)
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

/// The columns of the list; nil for those without room.
private struct LapColumns {
  /// The width of the first column, which begins at 0.
  let number: Int
  let split: Int
  /// The age of a timestamp, or its label if there is no room for the age.
  let age: Int
  let lap: Int?
  let difference: Int?
  let bar: Int?
  let barLength: Int
  let label: Int?

  private static let longestBar = 24

  init(_ board: SessionBoard, _ times: StopwatchLabel, screen: Int) {
    let latest = board.session.laps.last
    let splitWidth = max(7, times.text(of: latest?.split ?? .zero).utf8.count)
    let lapWidth = max(7, times.text(of: board.longestLap).utf8.count)
    let isWide = screen >= 40
    let gap = isWide ? 2 : 1
    number = "\(board.session.summary.lapCount))".utf8.count + (isWide ? 1 : 0)
    split = number + 1
    age = split + splitWidth + gap
    lap = age + lapWidth <= screen ? age : nil
    var end = age + lapWidth
    let differenceWidth = lapWidth + 1
    difference = end + gap + differenceWidth <= screen ? end + gap : nil
    if difference != nil { end += gap + differenceWidth }
    let room = screen - end - 2 * gap
    barLength = min(Self.longestBar, room / 2)
    bar = isWide && difference != nil && barLength >= 4 ? end + gap : nil
    if bar != nil { end += gap + barLength }
    label = screen - end - gap >= 3 ? end + gap : nil
  }

  /// The titles of the columns.
  var titles: String {
    var line = "".leftAligned(in: split) + "split"
    if let lap { line = line.leftAligned(in: lap) + "lap" }
    if let difference { line = line.leftAligned(in: difference) + "to best" }
    return line
  }
}
