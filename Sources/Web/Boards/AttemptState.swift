import Live
import Logbook
import Racing
import Text
import Timing

/// A session that is no race, as of a reading: its laps, or the segments of an attempt at a course.
struct AttemptState: BoardState {
  let number: Int
  let uid: EventID
  let board: SessionBoard
  let snapshot: Snapshot

  let lists = [BoardList.attempt]

  func document(_ list: BoardList, rows range: ClosedRange<Int>) -> BoardDocument {
    var document = BoardDocument(session: number, uid: uid, list: list, lists: lists)
    document.header = header(comparison)
    document.groups = [[]]
    let isCourse = board.course != nil
    document.columns =
      BoardDocument.columns(["lap": isCourse ? "Segment" : "Lap", "time": "Time", "split": "Split"])
      + (isCourse ? BoardDocument.columns(["difference": "Difference"]) : [])
      + BoardDocument.columns(["notes": "Notes"])
    let rows = rows
    document.count = rows.count
    document.rows = Array(rows.dropFirst(range.lowerBound - 1).prefix(range.count))
    return document
  }

  private var comparison: AttemptComparison? { AttemptComparison(board.session.laps, board.course) }

  func rows(of list: BoardList, keys: [String]?, to other: String?) -> [BoardRow] { [] }

  /// The laps, the newest first.
  private var rows: [BoardRow] {
    let comparison = comparison
    return board.session.laps.reversed().map { lap in
      let shown = board.lapTable.row(of: lap)
      let segment = snapshot.summary.profile.plan.name(ofSegment: lap.segment)
      return BoardRow(
        "\(lap.event)",
        [
          BoardCell("group", .number(0)),
          BoardCell("lap", segment ?? lap.number.map(String.init) ?? "–"),
          BoardCell("time", shown.lap), BoardCell("split", shown.split),
          BoardCell("difference", comparison?.text(of: lap, board.times)),
          BoardCell("tone", comparison?.difference(of: lap)?.tone.rawValue),
          BoardCell("best_of_all", shown.isBest ? "1" : nil),
          .notes(lap.flags.names, after: lap.label == segment ? nil : lap.label),
        ])
    }
  }

  private func header(_ comparison: AttemptComparison?) -> [BoardCell] {
    let (profile, times) = (snapshot.summary.profile, board.times)
    let facts =
      profile.people.map(\.full) + [profile.plan.course, snapshot.header].compactMap(\.self)
    let course = comparison?.course
    return [
      BoardCell("title", profile.name ?? "Session \(number)"),
      BoardCell("detail", facts.joined(separator: " · ")),
      BoardCell("phase", snapshot.phase.rawValue),
      BoardCell("phase_text", snapshot.phase.rawValue.capitalizedFirst),
      BoardCell("provisional", .flag(false)),
      BoardCell("newest_ns", nanoseconds: board.session.laps.last?.split),
      BoardCell("digits", .number(Int64(times.precision))),
      BoardCell("comparison", comparison?.other.name),
      BoardCell("comparison_time", comparison?.other.total.map(times.text(of:))),
      BoardCell("sum_of_best", course?.sumOfBest.map(times.text(of:))),
      BoardCell(
        "best_possible",
        comparison.flatMap { $0.course.bestPossible($0.own.shown(times)) }.map(times.text(of:))),
    ]
  }
}
