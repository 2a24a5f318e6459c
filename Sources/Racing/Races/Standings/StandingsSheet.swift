package import Text
import Timing

/// A table of results for people: texts in columns.
///
/// Times are truncated to the digits shown, and gaps are differences of these, so that what is
/// shown adds up. Columns without any text are left out.
struct StandingsSheet {
  /// Those of numbers and times are aligned at the right.
  private let allColumns: [Column]
  /// The cells of each row, one for each column.
  private let cells: [[String]]
  /// The indices of the columns that have texts, or are always shown.
  private let used: [Int]

  /// The columns that are shown.
  var columns: [Column] { used.map { allColumns[$0] } }

  /// The cells that are shown, of each row.
  var rows: some Sequence<LazyMapSequence<[Int], String>> {
    cells.lazy.map { cells in used.lazy.map { cells[$0] } }
  }

  /// The results of a wave; the notes on a runner have the reasons of the rulings.
  init(
    _ wave: Standings.Wave, _ times: StopwatchLabel,
    _ rulings: [String: [PlaceExplanation.Ruling]]? = nil
  ) {
    let rows = wave.rows
    let statuses = Set(rows.map(\.status))
    let hasStatus = statuses.count > 1 || !statuses.isSubset(of: [.running, .finished])
    // The list may be grouped by team: the runner ahead is the one with the place before.
    let ranked = rows.indices.filter { rows[$0].position != nil }
      .sorted { (rows[$0].position ?? 0, $0) < (rows[$1].position ?? 0, $1) }
    var ahead = [Int?](repeating: nil, count: rows.count)
    for (index, before) in zip(ranked.dropFirst(), ranked) { ahead[index] = before }
    let first = ranked.first.map { rows[$0] }
    let cells = rows.indices.map { index in
      let row = rows[index]
      return [
        row.position.map(String.init) ?? "", row.bib, row.name ?? "", row.team ?? "",
        row.category ?? "", "\(row.laps)", row.time.map(times.text(of:)) ?? "",
        row.gapText(to: first, times) ?? "",
        row.intervalText(to: ahead[index].map { (rows[$0].time, rows[$0].gapLaps) }, times) ?? "",
        row.lastText(times),
        // The time of a best lap ranks: in both columns it is the exact one, truncated.
        wave.format.isByBestLaps
          ? row.best.map(times.text(of:)) ?? "" : row.bestText(times),
        hasStatus ? row.status.rawValue : "",
        row.notes(rulings?[row.bib]?.reasons ?? []),
      ]
    }
    let columns = [
      Column("place", .right), Column("bib", .right), Column("name", .left), Column("team", .left),
      Column("category", .left), Column("laps", .right), Column("time", .right),
      Column("gap", .right), Column("interval", .right), Column("last", .right),
      Column("best", .right), Column("status", .left), Column("notes", .left),
    ]
    self.init(columns, cells, kept: ["place", "bib", "laps", "time"])
  }

  /// The laps of a wave's runners, one runner after the other.
  init(lapsOf wave: Standings.Wave, _ times: StopwatchLabel) {
    let cells = wave.rows.flatMap { row in
      Self.cells(of: row, times).enumerated().map { index, cells in
        (index == 0 ? [row.bib, row.name ?? ""] : ["", ""]) + cells
      }
    }
    self.init(
      [Column("bib", .right), Column("name", .left)] + Self.lapColumns, cells, kept: ["bib", "lap"])
  }

  init(lapsOf row: Standings.Row, _ times: StopwatchLabel) {
    self.init(Self.lapColumns, Self.cells(of: row, times), kept: ["lap"])
  }

  /// The times at each point, with the number of crossings there: see
  /// ``Standings/Wave/passages(of:at:)``.
  init(pointsOf wave: Standings.Wave, _ times: StopwatchLabel) {
    let points = wave.points
    let cells = wave.rows.map { row in
      let own = [row.position.map { "\($0)" } ?? "", row.bib, row.name ?? "", row.status.rawValue]
      return own
        + points.map { point in
          guard let shown = wave.time(of: row, at: point) else { return "" }
          let crossings = wave.passages(of: row, at: point).count
          return times.text(of: shown.split) + (crossings > 1 ? " x\(crossings)" : "")
        }
    }
    let columns = [
      Column("place", .right), Column("bib", .right), Column("name", .left),
      Column("status", .left),
    ]
    self.init(
      columns + points.map { Column($0, .right) }, cells,
      kept: Set(["place", "bib", "status"] + points))
  }

  private static let lapColumns = [
    Column("lap", .right), Column("time", .right), Column("split", .right), Column("point", .left),
    Column("notes", .left),
  ]

  private static func cells(of row: Standings.Row, _ times: StopwatchLabel) -> [[String]] {
    row.allPassages.map { passage in
      [
        passage.number > 0 ? "\(passage.number)" : "",
        passage.number > 0 ? times.text(of: passage.shownLap(times)) : "",
        times.text(of: passage.split), passage.point ?? "",
        passage.flags.shownNames.joined(separator: " "),
      ]
    }
  }

  private init(_ columns: [Column], _ cells: [[String]], kept: Set<String>) {
    used = columns.indices.filter { index in
      kept.contains(columns[index].name) || cells.contains { !$0[index].isEmpty }
    }
    allColumns = columns
    self.cells = cells
  }

  func write(to rows: inout some RowFormat, _ output: inout [UInt8]) throws(RowFormatError) {
    try rows.begin(columns, to: &output)
    for cells in cells {
      for index in used { rows.text(cells[index].isEmpty ? nil : cells[index], to: &output) }
      rows.endRow(to: &output)
    }
    rows.end(to: &output)
  }
}

extension RaceFlags {
  /// The names for people: without that of stated times, which all times of a reader are.
  fileprivate var shownNames: [String] { subtracting(.stated).names }
}

extension Standings {
  /// Whether a lap may be shown as the best one: it is less than 1 s slower, the coarsest unit
  /// that is shown.
  static func mayBeShown(_ lap: Duration, asBest best: Duration) -> Bool {
    lap >= best && lap - best < .seconds(1)
  }

  /// Whether a table of results may show a lap time: as the last or the best one.
  static func mayBeShown(_ lap: Duration, last: Duration?, best: Duration?) -> Bool {
    lap == last || best.map { mayBeShown(lap, asBest: $0) } ?? false
  }
}

extension Standings.Passage {
  /// The lap time between splits as they are shown.
  package func shownLap(_ times: StopwatchLabel) -> Duration {
    times.truncated(split) - times.truncated(split - lap)
  }
}

extension Standings.Row {
  fileprivate func lastText(_ times: StopwatchLabel) -> String {
    (shownLast(times) ?? last).map(times.text(of:)) ?? ""
  }

  fileprivate func bestText(_ times: StopwatchLabel) -> String {
    (shownBest(times) ?? best).map(times.text(of:)) ?? ""
  }

  /// The last lap between splits as they are shown; nil without its passage.
  func shownLast(_ times: StopwatchLabel) -> Duration? {
    passages.last { $0.number > 0 && $0.lap == last }?.shownLap(times)
  }

  /// The best of the laps between splits as they are shown, which may differ from the exact best
  /// lap; nil without passages.
  package func shownBest(_ times: StopwatchLabel) -> Duration? {
    guard let best else { return nil }
    var least: Duration?
    // By index: a copy of each passage would take longer than its times.
    for index in passages.indices
    where passages[index].number > 0 && Standings.mayBeShown(passages[index].lap, asBest: best) {
      let lap = passages[index].shownLap(times)
      least = least.map { min($0, lap) } ?? lap
    }
    return least
  }

  /// The laps or the time behind the first of the list; nil for the first, and without a place.
  package func gapText(to first: Self?, _ times: StopwatchLabel) -> String? {
    guard position != nil, let first, first.bib != bib else { return nil }
    if gapLaps > 0 { return Self.text(laps: gapLaps) }
    guard let gap, let time, let leader = first.time else { return nil }
    // Runners of a shared place have no gap, even if their times differ.
    let difference = gap == .zero ? .zero : times.truncated(time) - times.truncated(leader)
    return times.text(ofDifference: difference)
  }

  /// The laps or the time behind the runner ahead; nil without one.
  package func intervalText(
    to ahead: (time: Duration?, gapLaps: Int)?, _ times: StopwatchLabel
  ) -> String? {
    guard position != nil, let ahead else { return nil }
    guard let interval, let time, let before = ahead.time else {
      return gapLaps > ahead.gapLaps ? Self.text(laps: gapLaps - ahead.gapLaps) : nil
    }
    let difference = interval == .zero ? .zero : times.truncated(time) - times.truncated(before)
    return times.text(ofDifference: difference)
  }

  private static func text(laps: Int) -> String { laps == 1 ? "+1 lap" : "+\(laps) laps" }

  /// The penalties, the reasons of rulings and the flags: `+10s (cut the corner) photo_finish`.
  fileprivate func notes(_ reasons: [String]) -> String {
    let penalties = PenaltyText.texts(time: penaltyTime, laps: penaltyLaps)
    let inBrackets = reasons.isEmpty ? [] : ["(\(reasons.joined(separator: "; ")))"]
    return (penalties + inBrackets + flags.shownNames).joined(separator: " ")
  }
}

/// Penalties as rulings state them: `+10s`, `-1 lap`.
package enum PenaltyText {
  /// The text of added time, with its sign.
  package static func text(time: Duration) -> String {
    (time < .zero ? "-" : "+") + time.unitText
  }

  /// The texts of a runner's penalties; laps that a ruling takes away have a minus.
  package static func texts(time: Duration, laps: Int) -> [String] {
    var texts = time == .zero ? [] : [text(time: time)]
    if laps != 0 {
      texts.append("\(laps > 0 ? "-" : "+")\(abs(laps)) \(abs(laps) == 1 ? "lap" : "laps")")
    }
    return texts
  }
}
