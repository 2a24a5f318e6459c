import Racing
import Text
import Timing

/// The list of laps and timestamps, the newest first.
extension FrameRenderer {
  /// The width of `just now`, the longest age below 1,000 days.
  private static let ageWidth = 8

  /// Draws the number of laps, the flags that all have, and the progress of the plan.
  mutating func drawHeader(row: Int) {
    var end = canvas.put(SplitList.header(count: summary.lapCount), row: row, style: .strong)
    if !showsLap, let next = drawLap(row: row, column: end + 2) { (end, showsLap) = (next, true) }
    if let course = scene.board.course, let name = summary.profile.plan.course {
      let attempt = "\(name)  attempt \(course.history.tracks.count + 1)"
      end = canvas.put(firstFitting: [attempt, name], row: row, column: end + 2)
    }
    let flags = scene.board.lapTable.commonFlags.names
    if !flags.isEmpty {
      end = canvas.put(
        firstFitting: ["all \(flags.joined(separator: " "))"], row: row, column: end + 2,
        style: .faint)
    }
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
    let first = firstEntry(of: rows.count)
    for (row, entry) in zip(rows, scene.board.entries(rows.count, after: first)) {
      switch entry {
      case .lap(let lap): draw(lap, row: row, columns)
      case .timestamp(let timestamp): draw(timestamp, row: row, columns)
      }
      if entry.event == chosen?.event { highlight(row: row) }
    }
  }

  /// The chosen lap or timestamp; nil if none is chosen.
  var chosen: LapOrTimestamp? { scene.state.chosen.flatMap(scene.board.entry(ofEvent:)) }

  /// The first entry of so many that are shown: those behind the scrolled ones, but always the
  /// chosen one.
  private func firstEntry(of count: Int) -> Int {
    let first = min(scene.state.scroll, canvas.scrollLimit)
    guard let chosen, let index = scene.board.choices.firstIndex(of: chosen.event) else {
      return first
    }
    return min(max(first, index - count + 1), index)
  }

  /// Highlights a row, with a mark at its beginning if that is empty.
  mutating func highlight(row: Int) {
    canvas.highlight(row: row, mark: canvas.symbol("▸", ">"))
  }

  private mutating func draw(_ lap: Lap, row: Int, _ columns: LapColumns) {
    let texts = scene.board.lapTable.row(of: lap)
    let style: TextStyle = lap.number == nil ? .faint : texts.isBest ? .good : .plain
    canvas.put(texts.number.rightAligned(in: columns.number), row: row, style: style)
    canvas.put(
      texts.split.rightAligned(in: columns.splitWidth), row: row, column: columns.split,
      style: style)
    if let column = columns.lap {
      canvas.put(
        texts.lap.rightAligned(in: columns.lapWidth), row: row, column: column, style: style)
    }
    if let column = columns.difference, !texts.difference.isEmpty {
      let text =
        texts.isBest
        ? texts.difference : texts.difference.rightAligned(in: columns.lapWidth + 1)
      canvas.put(text, row: row, column: column, style: style)
    }
    if let column = columns.bar {
      let bar = texts.bar(columns: columns.barLength, blocks: canvas.charset == .utf8)
      canvas.put(bar, row: row, column: column, style: texts.isBest ? .good : .bar)
    }
    let flags = texts.flags.map { "(\($0))" }
    let words = ([lap.label].compactMap(\.self) + flags).joined(separator: " ")
    if let column = columns.label { canvas.put(words, row: row, column: column, style: style) }
  }

  private mutating func draw(_ timestamp: Timestamp, row: Int, _ columns: LapColumns) {
    let time = timestamp.runningTime.map { times.text(of: $0) } ?? "--:--.-"
    canvas.put(
      canvas.symbol("·", "*").rightAligned(in: columns.number), row: row, style: .waiting)
    canvas.put(
      time.rightAligned(in: columns.splitWidth), row: row, column: columns.split, style: .waiting)
    var column = columns.age
    if column + Self.ageWidth <= size.columns {
      let age = snapshot.at - timestamp.at
      canvas.nextChange.add(age: age)
      let text = AgeLabel().text(of: age).leftAligned(in: Self.ageWidth)
      column = canvas.put(text, row: row, column: column, style: .faint) + 1
    }
    // A label needs at least three columns.
    if column + 3 <= size.columns {
      canvas.put(timestamp.label, row: row, column: column, style: .waiting)
    }
  }
}

/// The columns of the list; nil for those without room.
private struct LapColumns {
  /// The width of the first column, which begins at 0.
  let number: Int
  let split: Int
  let splitWidth: Int
  /// The age of a timestamp, or its label if there is no room for the age.
  let age: Int
  let lap: Int?
  let lapWidth: Int
  let difference: Int?
  let bar: Int?
  let barLength: Int
  let label: Int?

  private static let longestBar = 24

  init(_ board: SessionBoard, _ times: StopwatchLabel, screen: Int) {
    let latest = max(
      board.session.laps.last?.split ?? .zero, board.session.timestamps.last?.runningTime ?? .zero)
    splitWidth = max(7, times.text(of: latest).utf8.count)
    lapWidth = max(7, times.text(of: board.lapTable.longestLap).utf8.count)
    let isWide = screen >= 40
    let gap = isWide ? 2 : 1
    number = board.lapTable.numberWidth + (isWide ? 1 : 0)
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

  var titles: String {
    var line = "".leftAligned(in: split) + "split"
    if let lap { line = line.leftAligned(in: lap) + "lap" }
    if let difference { line = line.leftAligned(in: difference) + "to best" }
    return line
  }
}

/// An entry of the list on the screen.
enum LapOrTimestamp: Hashable {
  case lap(Lap)
  case timestamp(Timestamp)

  /// Its event, by the number within the session.
  var event: Int {
    switch self {
    case .lap(let lap): lap.event
    case .timestamp(let timestamp): timestamp.event
    }
  }

  var label: String? {
    switch self {
    case .lap(let lap): lap.label
    case .timestamp(let timestamp): timestamp.label
    }
  }
}

extension SessionBoard {
  /// Returns at most so many laps and timestamps, the newest first, after the skipped newest ones.
  func entries(_ count: Int, after skipped: Int = 0) -> [LapOrTimestamp] {
    var (laps, timestamps) = (session.laps[...], session.timestamps[...])
    var skipped = skipped
    var entries: [LapOrTimestamp] = []
    while entries.count < count {
      let entry: LapOrTimestamp
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

  /// Returns the lap or timestamp of an event; nil if there is none.
  func entry(ofEvent event: Int) -> LapOrTimestamp? {
    if let lap = session.laps.last(where: { $0.event == event }) { return .lap(lap) }
    return session.timestamps.last { $0.event == event }.map { .timestamp($0) }
  }

  /// The label of a lap or timestamp; nil without one, and if it only repeats the name of the
  /// segment that the lap completes.
  func note(of entry: LapOrTimestamp) -> String? {
    guard case .lap(let lap) = entry,
      lap.label == session.summary.profile.plan.name(ofSegment: lap.segment)
    else { return entry.label }
    return nil
  }

  /// The events of the entries that can be chosen, in the order of the screen from the top: laps
  /// and timestamps, or the segments that were passed.
  var choices: [Int] {
    guard course != nil else { return entries(entryCount).map(\.event) }
    return session.laps.filter { $0.segment != nil }.map(\.event)
  }
}
