import Live
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
    let columns = ListColumns(scene.board, times, screen: size.columns)
    var rows = rows
    if rows.count >= 6, !scene.board.session.laps.isEmpty {
      put(
        "split".leftAligned(in: splitWidth), .entry, of: columns, row: rows.lowerBound,
        style: .faint)
      for (column, title) in [(LapColumn.lap, "lap"), (.difference, "to best")] {
        put(title, column, of: columns, row: rows.lowerBound, style: .faint, atLeft: true)
      }
      rows = rows.dropFirst()
    }
    let index = chosen.flatMap { scene.board.choices.firstIndex(of: $0.event) }
    let first = firstShown(of: scene.board.entryCount, showing: rows.count, chosen: index)
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

  /// The width of the longest split.
  private var splitWidth: Int { scene.board.splitWidth(times) }

  private mutating func draw(_ lap: Lap, row: Int, _ columns: ListColumns<LapColumn>) {
    let texts = scene.board.lapTable.row(of: lap)
    let style: TextStyle = lap.number == nil ? .faint : texts.isBest ? .good : .plain
    let flags = texts.flags.map { "(\($0))" }
    let words = ([lap.label].compactMap(\.self) + flags).joined(separator: " ")
    put(entry(texts.number, texts.split), .entry, of: columns, row: row, style: style)
    put(texts.lap, .lap, of: columns, row: row, style: style)
    put(texts.difference, .difference, of: columns, row: row, style: style, atLeft: texts.isBest)
    if let span = columns[.bar] {
      let bar = texts.bar(columns: span.count, blocks: canvas.charset == .utf8)
      put(bar, .bar, of: columns, row: row, style: texts.isBest ? .good : .bar)
    }
    put(words, .label, of: columns, row: row, style: style)
  }

  private func entry(_ number: String, _ split: String) -> String {
    "\(number) \(split.rightAligned(in: splitWidth))"
  }

  private mutating func draw(
    _ timestamp: Timestamp, row: Int, _ columns: ListColumns<LapColumn>
  ) {
    let time = timestamp.runningTime.map { times.text(of: $0) } ?? "--:--.-"
    put(entry(canvas.symbol("·", "*"), time), .entry, of: columns, row: row, style: .waiting)
    // The age, or the label if there is no room for it, may be wider than a lap.
    var column = (columns[.entry]?.upperBound ?? 0) + columns.gap
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

/// A column of the list of laps; the first has number and split.
private enum LapColumn: CaseIterable {
  case entry, lap, difference, bar, label
}

extension ListColumns<LapColumn> {
  /// The columns of the list.
  fileprivate init(_ board: SessionBoard, _ times: StopwatchLabel, screen: Int) {
    let isWide = screen >= 40
    let lap = max(7, times.text(of: board.lapTable.longestLap).utf8.count)
    self.init(screen, gap: isWide ? 2 : 1, atLeft: [.bar, .label])
    fit(.entry, board.lapTable.numberWidth + (isWide ? 2 : 1) + board.splitWidth(times))
    fit(.lap, lap)
    fit(.difference, lap + 1)
    let bar = Swift.min(24, (room - 2 * gap) / 2)
    if isWide, self[.difference] != nil, bar >= 4 { fit(.bar, bar) }
    if self[.lap] != nil, room - gap >= 3 { fit(.label, room - gap) }
  }
}

extension SessionBoard {
  fileprivate func splitWidth(_ times: StopwatchLabel) -> Int {
    let latest = max(
      session.laps.last?.split ?? .zero, session.timestamps.last?.runningTime ?? .zero)
    return max(7, times.text(of: latest).utf8.count)
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
