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

  func document(_ list: BoardList) -> BoardDocument {
    var document = BoardDocument(session: number, uid: uid, list: list, lists: lists)
    document.header = header
    document.groups = [[]]
    let isCourse = board.course != nil
    document.columns =
      BoardDocument.columns(["lap": isCourse ? "Segment" : "Lap", "time": "Time", "split": "Split"])
      + (isCourse ? BoardDocument.columns(["difference": "Difference"]) : [])
      + BoardDocument.columns(["notes": "Notes"])
    document.count = board.session.laps.count
    document.rows = rows(of: list, 1...BoardDocument.mostRows, keys: nil, to: nil)
    return document
  }

  private var comparison: AttemptComparison? { AttemptComparison(board.session.laps, board.course) }

  /// Returns laps, the newest first; none have keys by which they are asked for.
  func rows(
    of list: BoardList, _ range: ClosedRange<Int>, keys: Set<String>?, to other: String?
  ) -> [BoardRow] {
    let comparison = comparison
    let laps = keys == nil ? board.session.laps[...] : []
    return laps.reversed().dropFirst(range.lowerBound - 1).prefix(range.count).map { lap in
      let shown = board.lapTable.row(of: lap)
      let segment = snapshot.summary.profile.plan.name(ofSegment: lap.segment)
      return BoardRow(
        key: "\(lap.event)",
        cells: [
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

  private var header: [BoardCell] {
    let (profile, times, comparison) = (snapshot.summary.profile, board.times, comparison)
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
