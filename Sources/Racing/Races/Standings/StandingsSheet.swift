package import Text
import Timing

/// A table of results for people: texts in columns.
///
/// Times are truncated to the digits shown, and gaps are differences of these, so that what is
/// shown adds up. Optional columns without any text are left out.
struct StandingsSheet {
  /// Those of numbers and times are aligned at the right.
  let columns: [Column]
  /// The cells of each row, one for each column.
  let rows: [[String]]

  private init<Record>(_ fields: [Field<Record>], _ records: some Sequence<Record>) {
    columns = fields.map(\.column)
    rows = records.map { record in
      fields.map { if case .text(let text) = $0.cell(record) { text } else { "" } }
    }
  }

  /// The results of a wave; the notes on a runner have the reasons of the rulings.
  init(
    _ wave: Standings.Wave, _ times: StopwatchLabel,
    _ rulings: [String: [PlaceExplanation.Ruling]]? = nil
  ) {
    let rows = wave.rows
    let statuses = Set(rows.map(\.status))
    let hasStatus = statuses.count > 1 || !statuses.isSubset(of: [.running, .finished])
    // The list may be grouped by team: the runner ahead is the one with the place before. Of those who
    // share a place, only the first is behind that one.
    let ranked = rows.indices.filter { rows[$0].position != nil }.sorted { one, two in
      func key(_ index: Int) -> (Int, Int, Int) {
        (rows[index].position ?? 0, rows[index].interval == .zero ? 1 : 0, index)
      }
      return key(one) < key(two)
    }
    var ahead = [Int?](repeating: nil, count: rows.count)
    for (index, before) in zip(ranked.dropFirst(), ranked) { ahead[index] = before }
    let (first, runnersAhead) = (ranked.first.map { rows[$0] }, ahead)
    self.init(
      [
        Field("place", .right) { rows[$0].position.map(String.init) },
        Field("bib", .right) { rows[$0].bib },
        Field("name", .left, isOptional: true) { rows[$0].name },
        Field("team", .left, isOptional: true) { rows[$0].team },
        Field("category", .left, isOptional: true) { rows[$0].category },
        Field("laps", .right) { "\(rows[$0].laps)" },
        Field("time", .right) { rows[$0].time.map(times.text(of:)) },
        Field("gap", .right, isOptional: true) { rows[$0].gapText(to: first, times) },
        Field("interval", .right, isOptional: true) { index in
          rows[index].intervalText(to: runnersAhead[index].map { rows[$0] }, times)
        },
        Field("last", .right, isOptional: true) {
          rows[$0].lastText(times)
        },
        // The time of a best lap ranks: in both columns it is the exact one, truncated.
        Field("best", .right, isOptional: true) {
          wave.format.isByBestLaps
            ? rows[$0].best.map(times.text(of:)) : rows[$0].bestText(times)
        },
        Field("status", .left, isOptional: true) {
          hasStatus ? rows[$0].status.rawValue : nil
        },
        Field("notes", .left, isOptional: true) {
          rows[$0].notes(rulings?[rows[$0].bib]?.reasons ?? [])
        },
      ], rows.indices)
  }

  /// A passage of a runner, whose bib and name only the first one has.
  private typealias Line = (bib: String?, name: String?, passage: Standings.Passage)

  /// The laps of a wave's runners, one runner after the other.
  init(lapsOf wave: Standings.Wave, _ times: StopwatchLabel) {
    self.init(Self.lapColumns(times), wave.rows.lazy.flatMap(Self.lines))
  }

  init(lapsOf row: Standings.Row, _ times: StopwatchLabel) {
    self.init(Array(Self.lapColumns(times).dropFirst(2)), Self.lines(of: row))
  }

  private static func lines(of row: Standings.Row) -> [Line] {
    row.allPassages.enumerated().map { index, passage in
      index == 0 ? (row.bib, row.name, passage) : (nil, nil, passage)
    }
  }

  private static func lapColumns(_ times: StopwatchLabel) -> [Field<Line>] {
    [
      Field("bib", .right) { $0.bib },
      Field("name", .left, isOptional: true) { $0.name },
      Field("lap", .right) { $0.passage.number > 0 ? "\($0.passage.number)" : nil },
      Field("time", .right, isOptional: true) {
        $0.passage.number > 0 ? times.text(of: $0.passage.shownLap(times)) : nil
      },
      Field("split", .right, isOptional: true) { times.text(of: $0.passage.split) },
      Field("point", .left, isOptional: true) { $0.passage.point },
      Field("notes", .left, isOptional: true) {
        $0.passage.flags.shownNames.joined(separator: " ")
      },
    ]
  }

  /// The times at each point, with the number of crossings there: see
  /// ``Standings/Wave/crossing(of:at:)``.
  init(pointsOf wave: Standings.Wave, _ times: StopwatchLabel) {
    let points = wave.points.map { point in
      Field<Standings.Row>(point, .right) { row -> String? in
        guard let (shown, count) = wave.crossing(of: row, at: point) else { return nil }
        return times.text(of: shown.split) + (count > 1 ? " x\(count)" : "")
      }
    }
    self.init(
      [
        Field("place", .right) { $0.position.map(String.init) },
        Field("bib", .right) { $0.bib },
        Field("name", .left, isOptional: true) { $0.name },
        Field("status", .left) { $0.status.rawValue },
      ] + points, wave.rows)
  }

  func write(to rows: inout some RowFormat, _ output: inout [UInt8]) throws(RowFormatError) {
    try rows.begin(columns, to: &output)
    for cells in self.rows {
      for cell in cells { rows.text(cell.isEmpty ? nil : cell, to: &output) }
      rows.endRow(to: &output)
    }
    rows.end(to: &output)
  }
}

extension RaceFlags {
  /// The names for people: without that of stated times, which all times of a reader are.
  package var shownNames: [String] { subtracting(.stated).names }
}

extension Standings {
  /// Whether a lap may be shown as the best one: it is less than 1 s slower, the coarsest unit
  /// that is shown.
  static func mayBeShown(_ lap: Duration?, asBest best: Duration?) -> Bool {
    guard let lap, let best else { return false }
    return lap >= best && lap - best < .seconds(1)
  }
}

extension Standings.Passage {
  /// The lap time between splits as they are shown.
  package func shownLap(_ times: StopwatchLabel) -> Duration { times.shown(lap, endingAt: split) }
}

extension Standings.Row {
  /// The last lap between splits as they are shown; without its passage, the exact one.
  package func lastText(_ times: StopwatchLabel) -> String? {
    let shown = passages.last { $0.number > 0 && $0.lap == last }?.shownLap(times)
    return (shown ?? last).map(times.text(of:))
  }

  /// The best of the laps between splits as they are shown, which may differ from the exact best
  /// lap; without passages, the exact one.
  package func bestText(_ times: StopwatchLabel) -> String? {
    // By index: a copy of each passage would take longer than its times.
    let shown = passages.indices.lazy
      .filter { passages[$0].number > 0 && Standings.mayBeShown(passages[$0].lap, asBest: best) }
      .map { passages[$0].shownLap(times) }.min()
    return (shown ?? best).map(times.text(of:))
  }

  /// The laps or the time behind the first of the list; nil for the first, and without a place.
  package func gapText(to first: Self?, _ times: StopwatchLabel) -> String? {
    guard position != nil, let first, first.bib != bib else { return nil }
    return text(behind: first, gap, laps: gapLaps, times)
  }

  /// The laps or the time behind the runner ahead; nil without one.
  package func intervalText(to ahead: Self?, _ times: StopwatchLabel) -> String? {
    guard position != nil, let ahead else { return nil }
    return text(behind: ahead, interval, laps: gapLaps - ahead.gapLaps, times)
  }

  private func text(
    behind other: Self, _ gap: Duration?, laps: Int, _ times: StopwatchLabel
  ) -> String? {
    if laps > 0 { return Self.text(laps: laps) }
    guard let gap, let time, let others = other.time else { return nil }
    // Runners of a shared place have no gap, even if their times differ.
    let difference = gap == .zero ? .zero : times.truncated(time) - times.truncated(others)
    return times.text(ofDifference: difference)
  }

  /// The laps or the time behind any other runner, with a minus if ahead; nil for the runner itself,
  /// and without a time.
  package func gapText(from other: Self, _ times: StopwatchLabel) -> String? {
    guard bib != other.bib, let time, let others = other.time else { return nil }
    let laps = other.laps - laps
    if laps > 0 { return Self.text(laps: laps) }
    if laps < 0 { return laps == -1 ? "-1 lap" : "\(laps) laps" }
    return times.text(ofDifference: times.truncated(time) - times.truncated(others))
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
