import Racing
import Text
import Timing

/// An entered runner as the tables have it after a crossing, which judges the next one.
struct KnownRunner {
  /// The name of the entry.
  var name: String?
  /// The row that was written last.
  var row: CompetitorRow
  /// The place of the last crossing.
  var newest: Duration
  /// The last crossing that counts; nil if there is none.
  var counted: CrossingRow?

  /// Creates a runner whose crossing was judged; nil if the row of the last crossing that counts is
  /// not known.
  ///
  /// - Parameters:
  ///   - judgment: the rows, of which the last crossing is the newest one of the runner.
  ///   - former: the last crossing that counted before; nil if there was none.
  ///   - name: the name of the entry.
  init?(_ judgment: WaveRow.Judgment, after former: CrossingRow?, name: String?) {
    guard let newest = judgment.crossings.last?.place else { return nil }
    self.name = name
    row = judgment.competitor
    self.newest = newest
    guard let event = row.lastEvent else { return }
    counted =
      judgment.crossings.last { $0.event == event } ?? (former?.event == event ? former : nil)
    if counted == nil { return nil }
  }

  /// The runner as read from the tables.
  var competitor: RaceTables.Competitor {
    RaceTables.Competitor(
      runner: WaveRow.Runner(
        bib: row.bib, ruling: row.ruling, penaltyTime: row.penaltyTime,
        penaltyLaps: row.penaltyLaps, start: row.start, isFinished: row.status == .finished),
      name: name, wave: row.wave, best: row.best, last: row.last, lastEvent: row.lastEvent,
      flags: row.flags)
  }
}
