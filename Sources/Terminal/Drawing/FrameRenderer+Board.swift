import Live
import Racing
import Text
import Timing

/// A board: a row for each runner, in order.
extension FrameRenderer {
  private enum Line {
    case heading(Board.Group)
    /// A runner, with the one ahead and the group.
    case runner(Board.Row, ahead: Board.Row?, Board.Group)
  }

  /// The place on the timeline that the board's clock has now.
  private func place(on board: Board) -> Duration {
    guard board.phase != nil else { return now.ticks }
    return max(board.place, summary.place(of: now))
  }

  // MARK: Head

  /// Draws title, clock and state, and returns the first row below.
  mutating func drawHead(of board: Board) -> Int {
    if let change = board.changesAt {
      let wait = change - place(on: board)
      if wait > .zero { canvas.nextChange.add(after: wait) }
    }
    guard board.phase != nil else { return drawHead(ofSessions: board) }
    addChangesOfClock()
    let headings = board.groups.count { hasHeading($0, board) }
    // Large digits only where all runners are in view below them.
    let rows = board.count + headings + 1
    if let digits = LargeDigits(for: clockText, on: size),
      3 + digits.rows + 1 + rows + 2 <= size.rows
    {
      drawTitle(row: 0)
      drawState(of: board, row: 1, hasClock: false)
      draw(clockText, in: digits, row: 3, style: clockStyle)
      return 3 + digits.rows + 1
    }
    guard size.rows >= 7 else {
      drawState(of: board, row: 0, hasClock: true)
      return 1
    }
    drawTitle(row: 0)
    drawState(of: board, row: 1, hasClock: true)
    return 2
  }

  /// Draws the number of sessions where there is no one clock.
  private mutating func drawHead(ofSessions board: Board) -> Int {
    let rows = board.groups.flatMap(\.rows)
    let running = rows.count { $0.status == .running }
    canvas.put("\(board.count) sessions", row: 0, style: .strong)
    canvas.put("\(running) running", row: 0, after: 14, style: .good)
    // The clocks and the laps under way go on.
    if rows.contains(where: { $0.began != nil }) {
      canvas.nextChange.add(tickAfter: .milliseconds(100))
    }
    return 1
  }

  /// Draws the phase, the format and the number of unknown crossings.
  private mutating func drawState(of board: Board, row: Int, hasClock: Bool) {
    var end = 0
    if hasClock { end = drawClock(row: row) + 1 }
    end = canvas.put(firstFitting: phaseTexts(of: board), row: row, column: end, style: .good)
    if let point = scene.board.timedPoint {
      let texts = ["times \(point.name) by session \(point.session)", "times \(point.name)"]
      end = canvas.put(firstFitting: texts, row: row, column: end + 2)
    }
    let count = board.unknown.count
    if count > 0 {
      let advice = scene.board.timedPoint == nil ? ": a assigns \(count == 1 ? "it" : "them")" : ""
      end = canvas.put(
        firstFitting: ["\(count) unknown\(advice)", "\(count) unknown", "\(count)?"], row: row,
        column: end + 2, style: .waiting)
    }
    if let format = summary.profile.plan.race {
      let rules = format.rulesText
      let texts = rules.isEmpty ? [format.text] : ["\(format.text); \(rules)", format.text]
      end = canvas.put(firstFitting: texts, row: row, column: end + 2)
    }
    if board.phase?.isProvisional ?? false, snapshot.phase != .ready, snapshot.phase != .countdown {
      canvas.put("provisional", row: row, after: end + 1, style: .faint)
    }
  }

  /// The phase, the longest text first.
  private func phaseTexts(of board: Board) -> [String] {
    switch board.phase {
    case .finished:
      // The clock may go on.
      (board.finishTime.map { ["finished at \(times.text(of: $0))"] } ?? []) + ["finished"]
    case .ready, .countdown, .running, .stopped, .discarded, nil:
      [
        snapshot.phase == .countdown
          ? "starts in \(CountdownLabel().text(of: snapshot.displayedTime))"
          : snapshot.phase.rawValue
      ]
    }
  }

  /// Draws clock and leaders on a screen of one row.
  mutating func drawLine(of board: Board) {
    var end = 0
    if board.phase != nil { end = drawClock(row: 0) + 1 }
    if let message = scene.message {
      canvas.put(message, row: 0, column: end, style: scene.messageStyle)
      return
    }
    for row in board.groups.lazy.flatMap(\.rows).prefix(size.columns) {
      guard let place = row.position else { continue }
      let text = "\(place) \(row.bib)"
      let next = canvas.put(firstFitting: [text], row: 0, column: end + 1)
      if next == end + 1 { break }
      end = next + 1
    }
  }

  // MARK: Rows

  private func hasHeading(_ group: Board.Group, _ board: Board) -> Bool {
    group.name != nil || board.groups.count > 1
  }

  mutating func drawRows(of board: Board, rows: Range<Int>) {
    let columns = ListColumns(board, times, screen: size.columns)
    var rows = rows
    if rows.count >= 4 {
      for column in BoardColumn.allCases {
        let title = column.title(ofSessions: board.phase == nil)
        put(title, column, of: columns, row: rows.lowerBound, style: .faint)
      }
      rows = rows.dropFirst()
    }
    let headings = board.groups.count { hasHeading($0, board) }
    let chosen = scene.chosenBib.flatMap { line(ofBib: $0, board) }
    let first = firstShown(of: board.count + headings, showing: rows.count, chosen: chosen)
    for (row, line) in zip(rows, lines(of: board, from: first, count: rows.count)) {
      switch line {
      case .heading(let group): drawHeading(group, board, row: row)
      case .runner(let runner, let ahead, let group):
        draw(runner, behind: ahead, group, board, columns, row: row)
        if runner.bib == scene.chosenBib { highlight(row: row) }
      }
    }
    if board.count == 0 {
      canvas.put(
        "Nobody is entered: 'laptimer enter BIB NAME' enters a runner.", row: rows.lowerBound,
        style: .faint)
    }
  }

  /// The line of a runner; nil if nobody has the bib.
  private func line(ofBib bib: String, _ board: Board) -> Int? {
    var line = 0
    for group in board.groups {
      if hasHeading(group, board) { line += 1 }
      if let index = group.rows.index(ofBib: bib) { return line + index }
      line += group.rows.count
    }
    return nil
  }

  /// Some of the lines of a board.
  ///
  /// - Complexity: O(count) and the number of groups.
  private func lines(of board: Board, from first: Int, count: Int) -> [Line] {
    var lines: [Line] = []
    var skipped = first
    for group in board.groups {
      let heading = hasHeading(group, board) ? 1 : 0
      let length = heading + group.rows.count
      if skipped >= length {
        skipped -= length
        continue
      }
      if heading > skipped { lines.append(.heading(group)) }
      let begin = max(0, skipped - heading)
      for index in group.rows.indices.dropFirst(begin).prefix(count - lines.count) {
        let ahead = index > 0 ? group.rows[index - 1] : nil
        lines.append(.runner(group.rows[index], ahead: ahead, group))
      }
      skipped = 0
      if lines.count >= count { break }
    }
    return Array(lines.prefix(count))
  }

  /// Draws the name, clock and format of a wave.
  private mutating func drawHeading(_ group: Board.Group, _ board: Board, row: Int) {
    let name = group.name.map { "wave \($0)" } ?? "without a wave"
    var end = canvas.put(name, row: row, style: .strong)
    if let gun = group.gun {
      let now = place(on: board)
      let time = times.text(of: min(now, scene.board.session.summary.stopPlace ?? now) - gun)
      end = canvas.put(firstFitting: [time], row: row, column: end + 2, style: .good)
    } else {
      end = canvas.put(
        firstFitting: ["not started", "-"], row: row, column: end + 2, style: .waiting)
    }
    if let format = group.format, format != summary.profile.plan.race {
      canvas.put(firstFitting: [format.text], row: row, column: end + 2)
    }
  }

  /// The time for which a runner is emphasized after a passage.
  private static let emphasis = Duration.seconds(3)

  private mutating func draw(
    _ runner: Board.Row, behind ahead: Board.Row?, _ group: Board.Group, _ board: Board,
    _ columns: ListColumns<BoardColumn>, row: Int
  ) {
    let underWay = runner.began.map { place(on: board) - $0 }
    let isRecent = runner.laps > 0 && underWay.map { .zero..<Self.emphasis ~= $0 } ?? false
    let style: TextStyle =
      switch runner.status {
      case .finished: .good
      case .running, .stopped, .countdown, .pulled: isRecent ? .strong : .plain
      case .dnf, .dsq, .dns, .discarded: .faint
      }
    func put(_ text: String?, _ column: BoardColumn, style: TextStyle) {
      self.put(text, column, of: columns, row: row, style: style)
    }
    put(runner.position.map { "\($0)" } ?? "-", .place, style: style)
    put(runner.bib, .bib, style: style)
    put(runner.name, .name, style: style)
    put(runner.laps > 0 ? "\(runner.laps)" : nil, .laps, style: style)
    put(runner.result.lastText(times), .last, style: style)
    let isBest = runner.best != nil && runner.best == group.best
    put(runner.result.bestText(times), .best, style: isBest ? .gold : style)
    put(runner.gapText(to: group.rows.first, times), .gap, style: style)
    let interval =
      board.phase == nil
      ? runner.clockText(underWay, times) : runner.result.intervalText(to: ahead?.result, times)
    put(interval, .interval, style: style)
    drawBar(runner, underWay, columns, row: row)
    if let gained = runner.gained, gained != 0 {
      let mark = gained > 0 ? canvas.symbol("▲", "+") : canvas.symbol("▼", "-")
      put("\(mark)\(gained.magnitude)", .gained, style: gained > 0 ? .good : .bad)
    }
    put(runner.notes(on: board).joined(separator: " "), .notes, style: .faint)
  }

  /// Draws the lap under way as a part of the runner's last lap.
  private mutating func drawBar(
    _ runner: Board.Row, _ underWay: Duration?, _ columns: ListColumns<BoardColumn>, row: Int
  ) {
    guard let span = columns[.bar], runner.status == .running, let underWay, underWay >= .zero,
      let last = runner.last, last > .zero
    else { return }
    let bar = Bar.text(
      min(1, underWay / last), columns: span.count, blocks: canvas.charset == .utf8)
    put(bar, .bar, of: columns, row: row, style: .bar)
  }
}
