package import Text
import Timing

/// The texts of a runner in the columns of a board.
extension Board.Row {
  /// The time of the first, and the time or the laps behind the first of the others.
  package func gapText(to first: Board.Row?, _ times: StopwatchLabel) -> String? {
    switch result.status {
    case .dnf, .dsq, .dns: return result.status.rawValue
    case .running, .stopped, .countdown, .finished, .pulled, .discarded: break
    }
    guard result.position != nil, let first, first.bib == result.bib else {
      return result.gapText(to: first?.result, times)
    }
    return result.time.map { times.text(of: $0) }
  }

  /// The running time of a session, whole seconds of a countdown.
  ///
  /// `underWay` is the time since the lap under way began.
  package func clockText(_ underWay: Duration?, _ times: StopwatchLabel) -> String? {
    (underWay.map { $0 + (result.time ?? .zero) } ?? elapsed).map(times.clockText(of:))
  }

  /// The penalties, the status and the flags, without those that all runners have.
  package func notes(on board: Board) -> [String] {
    let penalties = PenaltyText.texts(
      time: result.penaltyTime, laps: result.penaltyLaps)
    let state: [String] =
      switch result.status {
      case _ where result.status == board.commonStatus: []
      case .running, .dnf, .dsq, .dns: []
      case .finished where result.flags.contains(.eliminated): []
      case .finished, .stopped, .countdown, .pulled, .discarded: [result.status.rawValue]
      }
    // All times of a reader are stated.
    let shown = result.flags.subtracting(board.commonFlags).subtracting(.stated)
    return penalties + state + shown.names
  }
}

extension Standings.Passage {
  /// The time behind the first at this passage, between times as they are shown; nil for the first.
  package func gapText(_ gap: Duration, _ times: StopwatchLabel) -> String? {
    guard gap > .zero else { return nil }
    return times.text(ofDifference: times.shown(gap, endingAt: split))
  }
}

extension Board {
  /// Returns the runners on course in the order in which they are expected: each after as long a lap
  /// as the last one, and no more after another one.
  package static func expected(_ rows: some Sequence<Row>, at now: Duration) -> [Row] {
    let expected = rows.compactMap { row -> (moment: Duration, row: Row)? in
      guard row.result.status == .running, let began = row.began, let last = row.result.last,
        now <= began + last + last
      else { return nil }
      return (began + last, row)
    }
    return expected.sorted { ($0.moment, $0.row.bib) < ($1.moment, $1.row.bib) }.map(\.row)
  }
}
