import Live
import Racing
import Text
import Timing

/// A session as of a reading, from which the documents of its lists are made.
protocol BoardState {
  /// The lists of the session, the first one shown by default.
  var lists: [BoardList] { get }
  func document(_ list: BoardList) -> BoardDocument
  /// Returns some rows of a list, by their numbers from 1.
  func rows(_ range: ClosedRange<Int>, of list: BoardList) -> [BoardRow]
  /// Returns the rows with keys, each with its laps, or all; their gaps are to the row with a key, if
  /// one is given.
  func rows(of list: BoardList, keys: [String]?, to other: String?) -> [BoardRow]
  /// Returns the runners of a chart of a list.
  func series(_ kind: BoardChart.Kind, of list: BoardList) -> [BoardChart.Series]
}

/// A race as of a reading.
struct RaceState: BoardState {
  let number: Int
  let uid: EventID
  let race: Race
  let board: Board
  let passings: [Passing]
  let notes: [BoardDocument.Note]
  let times: StopwatchLabel

  private var session: Session { race.session }

  var lists: [BoardList] {
    let categories = Set(race.entries.compactMap(\.category)).sorted { $0.precedesNaturally($1) }
    return [.overall]
      + (board.groups.count > 1 ? board.groups.compactMap(\.name).map(BoardList.wave) : [])
      + categories.map(BoardList.category)
      + (race.entries.contains { $0.team != nil } ? [.teams] : []) + [.passings]
  }

  /// A row with what is around it.
  private struct Line {
    var row: Board.Row
    var ahead: Standings.Row?
    var first: Board.Row?
    var group: Int
    var best: Duration?
    var tracks: [(place: Int, gap: Duration)]
  }

  /// The rows of which the page shows the places after each lap.
  private static let mostTracks = 60

  func document(_ list: BoardList) -> BoardDocument {
    var document = BoardDocument(
      session: number, uid: uid, list: list, lists: lists, header: header, notes: notes)
    if list == .passings {
      document.columns = Self.columnsOfPassings
      document.rows = passings.map { passing($0, key: "\($0.event)") }
      document.count = document.rows.count
      return document
    }
    let (groups, lines) = lines(of: list)
    document.groups = groups
    document.columns = columns
    document.count = lines.count
    document.rows = lines.prefix(BoardDocument.mostRows).map(row)
    let shown = passings.prefix(12)
    document.passings = shown.map { passing($0, key: $0.bib ?? "") }
    if lines.count > BoardDocument.mostRows {
      let crossed = Set(shown.compactMap(\.bib))
      document.others = lines.dropFirst(BoardDocument.mostRows)
        .filter { crossed.contains($0.row.bib) }.map(row)
    }
    document.header.append(
      BoardCell("due", .texts(Board.expected(lines.lazy.map(\.row)).prefix(8).map(\.bib))))
    return document
  }

  func rows(_ range: ClosedRange<Int>, of list: BoardList) -> [BoardRow] {
    lines(of: list).lines.dropFirst(range.lowerBound - 1).prefix(range.count).map(row)
  }

  func rows(of list: BoardList, keys: [String]?, to other: String?) -> [BoardRow] {
    let lines = lines(of: list).lines
    let kept = keys.map { keys in lines.filter { keys.contains($0.row.bib) } } ?? lines
    let rival = other.flatMap { bib in lines.first { $0.row.bib == bib }?.row.result }
    return kept.prefix(BoardDocument.mostRows).map { line in
      var row = row(line)
      if let rival {
        row.cells.append(BoardCell("gap_to", line.row.result.gapText(from: rival, times)))
      }
      if keys != nil { row.cells.append(BoardCell("track", .rows(laps(of: line)))) }
      return row
    }
  }

  /// The laps of a runner: their numbers, times and places.
  private func laps(of line: Line) -> [BoardRow] {
    line.row.passages.filter { $0.number > 0 }.enumerated().map { index, passage in
      let track = index < line.tracks.count ? line.tracks[index] : nil
      return BoardRow(
        "\(passage.number)",
        [
          BoardCell("lap", passage.point ?? "\(passage.number)"),
          BoardCell("split", times.text(of: passage.split)),
          BoardCell("time", times.text(of: passage.shownLap(times))),
          BoardCell("place", track.map { "\($0.place)" }),
          BoardCell("gap", track.flatMap { passage.gapText($0.gap, times) }),
          BoardCell("notes", passage.flags.subtracting(.stated).names.joined(separator: " ")),
        ])
    }
  }

  func series(_ kind: BoardChart.Kind, of list: BoardList) -> [BoardChart.Series] {
    lines(of: list).lines.prefix(BoardChart.mostSeries).map { line in
      let result = line.row.result
      let name =
        result.name.flatMap { $0.split(separator: " ").last }
        .map { " \($0)" } ?? ""
      let values: [(Int64, String)]
      switch kind {
      case .places: values = line.tracks.map { (Int64($0.place), "\($0.place)") }
      case .gaps:
        let passages = result.passages.filter { $0.number > 0 }
        values = zip(line.tracks, passages).map { track, passage in
          (track.gap.nanoseconds, passage.gapText(track.gap, times) ?? "")
        }
      case .laps:
        values = result.passages.filter { $0.number > 0 }
          .map { ($0.lap.nanoseconds, times.text(of: $0.shownLap(times))) }
      }
      return BoardChart.Series(
        key: result.bib, label: Harmless.text(result.bib + name), values: values.map(\.0),
        texts: values.map(\.1))
    }
  }

  // MARK: Lists

  /// Runners who are ranked among themselves.
  private struct RankedGroup {
    var title: String
    var detail = ""
    var rows: [Board.Row]
    var best: Duration?
    /// The rows with their places after each lap; nil for those of a filter.
    var board: Board.Rows?
  }

  /// The rows of a list in order.
  private func lines(of list: BoardList) -> (groups: [BoardDocument.Group], lines: [Line]) {
    var (groups, lines): ([BoardDocument.Group], [Line]) = ([], [])
    for group in rankedGroups(of: list) {
      for (index, row) in group.rows.enumerated() {
        let title = list == .teams ? row.team ?? "No team" : group.title
        if index == 0 || title != groups.last?.title {
          groups.append(BoardDocument.Group(title: title, detail: group.detail))
        }
        let ahead = list == .teams || index == 0 ? nil : group.rows[index - 1].result
        let tracks = lines.count < Self.mostTracks ? group.board?.places(ofRowAt: index) : nil
        lines.append(
          Line(
            row: row, ahead: ahead, first: group.rows.first, group: groups.count - 1,
            best: group.best, tracks: tracks ?? []))
      }
    }
    return (groups, lines)
  }

  /// The groups of the board, or those of a filter of the standings.
  private func rankedGroups(of list: BoardList) -> [RankedGroup] {
    let standings: Standings
    switch list {
    case .overall, .passings, .attempt: return board.groups.map(rankedGroup)
    case .wave(let name): return board.groups.filter { $0.name == name }.map(rankedGroup)
    case .category(let name): standings = board.standings.filtered(category: name)
    case .teams: standings = board.standings.groupedByTeam()
    }
    var rows: [String: Board.Row] = [:]
    for row in board.groups.lazy.flatMap(\.rows) { rows[row.bib] = row }
    return standings.waves.map { wave in
      RankedGroup(
        title: wave.name.map { "Wave \($0)" } ?? "",
        rows: wave.rows.compactMap { result in
          guard var row = rows[result.bib] else { return nil }
          // Places are gained among all runners of a wave.
          (row.result, row.gained) = (result, nil)
          return row
        }, best: wave.rows.compactMap(\.best).min())
    }
  }

  private func rankedGroup(_ group: Board.Group) -> RankedGroup {
    let hasTitle = board.groups.count > 1 || group.name != nil
    let format = group.format.flatMap { $0 == board.groups.first?.format ? nil : $0.text }
    let gun = group.gun == nil && hasTitle ? "not started" : nil
    return RankedGroup(
      title: group.name.map { "Wave \($0)" } ?? (hasTitle ? "Without a wave" : ""),
      detail: [format, gun].compactMap(\.self).joined(separator: " · "), rows: Array(group.rows),
      best: group.best, board: group.rows)
  }

  // MARK: Rows

  private var columns: [BoardDocument.Column] {
    let isByPoints = board.groups.contains { $0.format?.isByPoints ?? false }
    return [
      ("place", "Place"), ("bib", "Bib"), ("name", "Name"),
      ("laps", isByPoints ? "Points" : "Laps"), ("last", "Last"), ("best", "Best"),
      ("gap", "Gap"), ("interval", "Interval"),
    ].map(BoardDocument.Column.init)
  }

  private func row(_ line: Line) -> BoardRow {
    let (row, result) = (line.row, line.row.result)
    let isLeader = result.position != nil && line.first?.bib == result.bib
    let gap =
      isLeader && result.status == .running ? "leader" : row.gapText(to: line.first, times)
    let began = row.began.flatMap { session.runningTime(atPlace: $0) }
    let last = result.shownLast(times) ?? result.last
    let best = result.shownBest(times) ?? result.best
    // The header says that the race is finished.
    let notes = row.notes(on: board).split(separator: " ")
      .filter { $0 != "finished" || board.phase != .finished }
    return BoardRow(
      result.bib,
      [
        BoardCell("group", .number(Int64(line.group))),
        BoardCell("place", result.position.map(String.init) ?? "–"),
        BoardCell("gain", row.gained.flatMap { $0 == 0 ? nil : $0 > 0 ? "+\($0)" : "\($0)" }),
        BoardCell("bib", result.bib),
        BoardCell("name", result.name),
        BoardCell("team", result.team),
        BoardCell("category", result.category),
        BoardCell("laps", result.laps > 0 ? "\(result.laps)" : nil),
        BoardCell("last", last.map(times.text(of:))),
        BoardCell("best", best.map(times.text(of:))),
        BoardCell("best_of_all", result.best != nil && result.best == line.best ? "1" : nil),
        BoardCell("gap", gap),
        BoardCell("interval", result.intervalText(to: line.ahead, times)),
        BoardCell("notes", notes.joined(separator: " ")),
        BoardCell("status", result.status.rawValue),
        BoardCell("since_ns", nanoseconds: result.status == .running ? began : nil),
        BoardCell("expect_ns", nanoseconds: result.last),
        BoardCell("places", .numbers(line.tracks.map(\.place))),
      ])
  }

  private static let columnsOfPassings = [
    ("at", "At"), ("bib", "Bib"), ("name", "Name"), ("title", "Passing"), ("time", "Lap"),
    ("place", "Place"), ("notes", "Notes"),
  ].map(BoardDocument.Column.init)

  private func passing(_ passing: Passing, key: String) -> BoardRow {
    let result = passing.result?.row
    let passages = result.map { $0.passages + $0.others } ?? []
    let passage = passages.last { $0.event == passing.event }
    let counts = (passage?.number ?? 0) > 0
    let isLast = counts && result?.passages.last?.event == passing.event
    let time = session.runningTime(atPlace: passing.place)
    let place = isLast ? result.flatMap { board.row(ofBib: $0.bib)?.position } : nil
    return BoardRow(
      key,
      [
        BoardCell("id", "\(passing.event)"),
        BoardCell("at", time.map(times.text(of:))),
        BoardCell("bib", passing.bib),
        BoardCell("name", result?.name),
        BoardCell(
          "title",
          passing.result?.format.title(
            ofPassage: counts ? passage?.number : nil, point: passage?.point)),
        BoardCell("time", counts ? passage.map { times.text(of: $0.shownLap(times)) } : nil),
        BoardCell("place", place.map(String.init)),
        BoardCell("finished", isLast && result?.status == .finished ? "1" : nil),
        BoardCell("notes", passage?.flags.subtracting(.stated).names.joined(separator: " ")),
      ])
  }

  // MARK: Header

  private var header: [BoardCell] {
    let phase = board.phase ?? session.summary.phase(atPlace: board.place)
    let format = session.summary.profile.plan.race
    let facts = [
      format?.text, "\(board.count) entered",
      phase == .running ? "\(board.runningCount) on course" : nil,
      board.unknown.isEmpty ? nil : "\(board.unknown.count) unknown",
    ]
    var toGo: Int?
    if case .laps(let laps)? = format?.finish, board.groups.count == 1, phase == .running {
      toGo = board.groups.first?.rows.first.map { max(0, laps - $0.result.laps) }
    }
    let newest = passings.first.flatMap { session.runningTime(atPlace: $0.place) }
    let hasStarted = phase != .ready && phase != .countdown
    return [
      BoardCell("title", session.summary.profile.name ?? "Race \(number)"),
      BoardCell("detail", facts.compactMap(\.self).joined(separator: " · ")),
      BoardCell("phase", phase.rawValue), BoardCell("phase_text", phase.rawValue.capitalizedFirst),
      BoardCell("provisional", .flag(phase.isProvisional && hasStarted)),
      BoardCell("to_go", toGo.map(String.init)),
      BoardCell("to_go_text", toGo == nil ? nil : toGo == 1 ? "lap to go" : "laps to go"),
      BoardCell("newest_ns", nanoseconds: newest),
      BoardCell("digits", .number(Int64(times.precision))),
      BoardCell(
        "footer",
        hasStarted && phase.isProvisional
          ? "Places are provisional until the race is over. Lap bars compare the lap under way with "
            + "the runner’s last lap." : nil),
    ]
  }
}
