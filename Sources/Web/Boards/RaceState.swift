import Live
import Racing
import Text
import Timing

/// A session as of a reading, from which the documents of its lists are made.
protocol BoardState {
  /// The lists of the session, the first one shown by default.
  var lists: [BoardList] { get }
  /// Returns a list with the rows that are sent without being asked for.
  func document(_ list: BoardList) -> BoardDocument
  /// Returns rows by their numbers from 1: those with keys, each with its laps, or of all; their gaps
  /// are to the row with a key, if one is given.
  func rows(
    of list: BoardList, _ range: ClosedRange<Int>, keys: Set<String>?, to other: String?
  ) -> [BoardRow]
}

/// A race as of a reading.
struct RaceState: BoardState {
  let number: Int
  let uid: EventID
  let race: Race
  let board: Board
  let passings: [Passing]
  let notes: [CorrectionNote]
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
    var group: Board.Group
    /// The index in the group.
    var index: Int
    /// The number of its heading.
    var heading: Int
    /// Whether the places after each lap are shown beside it.
    var showsPlaces: Bool

    /// The places after each lap, with the times behind the first.
    var tracks: [(place: Int, gap: Duration)] { group.rows.places(ofRowAt: index) }
  }

  /// The rows of which the page shows the places after each lap.
  private static let mostTracks = 60

  func document(_ list: BoardList) -> BoardDocument {
    var document = BoardDocument(
      session: number, uid: uid, list: list, lists: lists, header: header,
      notes: notes.map { note in
        [
          BoardCell("kind", "correction"), BoardCell("at", note.runningTime.map(times.text(of:))),
          BoardCell("text", note.text), BoardCell("keys", .texts(note.bibs)),
        ]
      })
    if list == .passings {
      document.columns = Self.columnsOfPassings
      document.rows = rows(of: list, 1...BoardDocument.mostRows, keys: nil, to: nil)
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
    // As of the newest event, since time alone publishes no list.
    let due = Board.expected(lines.lazy.map(\.row), at: min(board.place, race.newestPlace))
      .prefix(8).map(\.bib)
    document.header.append(BoardCell("due", .texts(due)))
    let needed = Set(shown.compactMap(\.bib) + due)
    document.others = lines.dropFirst(BoardDocument.mostRows)
      .filter { needed.contains($0.row.bib) }.map(row)
    return document
  }

  func rows(
    of list: BoardList, _ range: ClosedRange<Int>, keys: Set<String>?, to other: String?
  ) -> [BoardRow] {
    if list == .passings {
      let rows = passings.map { passing($0, key: "\($0.event)") }
        .filter { keys?.contains($0.key) ?? true }
      return Array(rows.dropFirst(range.lowerBound - 1).prefix(range.count))
    }
    let lines = lines(of: list).lines
    let kept = keys.map { keys in lines.filter { keys.contains($0.row.bib) } } ?? lines
    let rival = other.flatMap { bib in lines.first { $0.row.bib == bib }?.row.result }
    return kept.dropFirst(range.lowerBound - 1).prefix(range.count).map { line in
      var row = row(line)
      if let rival {
        row.cells.append(BoardCell("gap_to", line.row.result.gapText(from: rival, times)))
      }
      if keys != nil { row.cells.append(BoardCell("track", .rows(laps(of: line)))) }
      return row
    }
  }

  /// The laps of a runner: their numbers, times and places; a page draws charts of them.
  private func laps(of line: Line) -> [BoardRow] {
    let tracks = line.tracks
    return line.row.passages.filter { $0.number > 0 }.enumerated().map { index, passage in
      let track = index < tracks.count ? tracks[index] : nil
      return BoardRow(
        key: "\(passage.number)",
        cells: [
          BoardCell("lap", passage.point ?? "\(passage.number)"),
          BoardCell("split", times.text(of: passage.split)),
          BoardCell("time", times.text(of: passage.shownLap(times))),
          BoardCell("lap_ns", nanoseconds: passage.lap),
          BoardCell("place", track.map { "\($0.place)" }),
          BoardCell("gap", track.flatMap { passage.gapText($0.gap, times) }),
          BoardCell("gap_ns", nanoseconds: track?.gap),
          .notes(passage.flags.shownNames),
        ])
    }
  }

  // MARK: Lists

  /// The rows of a list in order, with their headings.
  private func lines(of list: BoardList) -> (groups: [[BoardCell]], lines: [Line]) {
    var (headings, lines): ([[BoardCell]], [Line]) = ([], [])
    for group in groups(of: list) {
      let rows = Array(group.rows)
      let shared = heading(of: group)
      for (index, row) in rows.enumerated() {
        let heading = list == .teams ? [BoardCell("title", row.team ?? "No team")] : shared
        if index == 0 || heading != headings.last { headings.append(heading) }
        lines.append(
          Line(
            row: row, ahead: list == .teams || index == 0 ? nil : rows[index - 1].result,
            first: rows.first, group: group, index: index, heading: headings.count - 1,
            showsPlaces: lines.count < Self.mostTracks))
      }
    }
    return (headings, lines)
  }

  private func groups(of list: BoardList) -> [Board.Group] {
    switch list {
    case .overall, .passings, .attempt: board.groups
    case .wave(let name): board.groups.filter { $0.name == name }
    case .category(let name): board.groups { $0.filtered(category: name) }
    case .teams: board.groups { $0.groupedByTeam() }
    }
  }

  private func heading(of group: Board.Group) -> [BoardCell] {
    let hasTitle = board.groups.count > 1 || group.name != nil
    let format = group.format == board.groups.first?.format ? nil : group.format?.text
    let gun = group.gun == nil && hasTitle ? "not started" : nil
    return [
      BoardCell("title", group.name.map { "Wave \($0)" } ?? (hasTitle ? "Without a wave" : nil)),
      BoardCell("detail", [format, gun].compactMap(\.self).joined(separator: " · ")),
    ]
  }

  // MARK: Rows

  private var columns: [[BoardCell]] {
    let isByPoints = board.groups.contains { $0.format?.isByPoints ?? false }
    return BoardDocument.columns([
      "place": "Place", "bib": "Bib", "name": "Name", "laps": isByPoints ? "Points" : "Laps",
      "last": "Last", "best": "Best", "gap": "Gap", "interval": "Interval",
    ])
  }

  private func row(_ line: Line) -> BoardRow {
    let (row, result) = (line.row, line.row.result)
    let isLeader = result.position != nil && line.first?.bib == result.bib
    let gap = isLeader && result.status == .running ? "leader" : row.gapText(to: line.first, times)
    let began = row.began.flatMap { session.runningTime(atPlace: $0) }
    let status = result.status.rawValue
    let notes = row.notes(on: board)
    // The header says that the race is finished.
    let state = notes.contains(status) && board.phase != .finished ? status : nil
    return BoardRow(
      key: result.bib,
      cells: [
        BoardCell("group", .number(Int64(line.heading))),
        BoardCell("place", result.position.map(String.init) ?? "–"),
        BoardCell("gain", row.gained.flatMap { $0 == 0 ? nil : $0 > 0 ? "+\($0)" : "\($0)" }),
        BoardCell("bib", result.bib),
        BoardCell("name", result.name),
        BoardCell("team", result.team),
        BoardCell("category", result.category),
        BoardCell("laps", result.laps > 0 ? "\(result.laps)" : nil),
        BoardCell("last", result.lastText(times)),
        BoardCell("best", result.bestText(times)),
        BoardCell("best_of_all", result.best != nil && result.best == line.group.best ? "1" : nil),
        BoardCell("gap", gap),
        BoardCell("interval", result.intervalText(to: line.ahead, times)),
        BoardCell("state", state),
        .notes(notes.filter { $0 != state && $0 != "finished" }),
        BoardCell("status", status),
        BoardCell("since_ns", nanoseconds: result.status == .running ? began : nil),
        BoardCell("expect_ns", nanoseconds: result.last),
        BoardCell("places", .numbers(line.showsPlaces ? line.tracks.map(\.place) : [])),
      ])
  }

  private static let columnsOfPassings = BoardDocument.columns([
    "at": "At", "bib": "Bib", "name": "Name", "title": "Passing", "time": "Lap", "place": "Place",
    "notes": "Notes",
  ])

  private func passing(_ passing: Passing, key: String) -> BoardRow {
    let result = passing.result?.row
    let passages = result.map { $0.passages + $0.others } ?? []
    let passage = passages.last { $0.event == passing.event }
    let counts = (passage?.number ?? 0) > 0
    let isLast = counts && result?.passages.last?.event == passing.event
    let time = session.runningTime(atPlace: passing.place)
    let place = isLast ? result.flatMap { board.row(ofBib: $0.bib)?.position } : nil
    return BoardRow(
      key: key,
      cells: [
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
        .notes(passage?.flags.shownNames ?? []),
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
    if let laps = format?.ending.lap, board.groups.count == 1, phase == .running {
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
