import Racing
import Text
import Timing

/// A column of a board, with its title, in the order of the screen.
enum BoardColumn: String, CaseIterable {
  case place = "#"
  case bib, name, laps, last, best, gap
  case interval = "ahead"
  case bar = "on lap"
  case gained = "+/-"
  case notes = ""

  /// The title on a board of runners, or on one of sessions.
  ///
  /// Sessions are named by the key that records their laps; each has a clock, and nobody ahead.
  func title(ofSessions: Bool) -> String {
    switch self {
    case .bib where ofSessions: "key"
    case .interval where ofSessions: "clock"
    default: rawValue
    }
  }
}

extension ListColumns<BoardColumn> {
  /// The columns of a board.
  init(_ board: Board, _ times: StopwatchLabel, screen: Int) {
    let time = max(7, times.text(of: board.longestTime).utf8.count)
    let isNarrow = screen < 40
    self.init(screen, atLeft: [.name, .bar, .notes])
    fit(.place, max(2, "\(board.count)".utf8.count))
    fit(.bib, min(isNarrow ? 5 : RaceEvent.Entry.longestBib, max(3, board.bibColumns)))
    fit(.laps, max(isNarrow ? 2 : 4, "\(board.mostLaps)".utf8.count))
    fit(.gap, time + 1)
    if board.hasNames { fit(.name, 6) }
    fit(.last, time)
    fit(.gained, 4)
    fit(.best, time)
    fit(.bar, 8)
    if board.hasNames { fit(.name, 20) }
    fit(.interval, time + 1)
    fit(.notes, 12)
    if board.hasNames { fit(.name, 28) }
    fit(.bar, 24)
    fit(.notes, 24)
  }
}

/// The texts of a runner in the columns.
extension FrameRenderer {
  /// The time of the first, and the time or the laps behind the first of the others.
  func gapText(_ runner: Board.Row, to first: Board.Row?) -> String? {
    switch runner.status {
    case .dnf, .dsq, .dns: return runner.status.rawValue
    case .running, .stopped, .countdown, .finished, .pulled, .discarded: break
    }
    guard runner.position != nil, let first, first.bib == runner.bib else {
      return runner.result.gapText(to: first?.result, times)
    }
    return runner.time.map { times.text(of: $0) }
  }

  /// The running time of a session, whole seconds of a countdown.
  func clockText(_ runner: Board.Row, _ underWay: Duration?) -> String? {
    guard let time = underWay.map({ $0 + (runner.time ?? .zero) }) ?? runner.elapsed else {
      return nil
    }
    return time < .zero ? CountdownLabel().text(of: time) : times.text(of: time)
  }

  /// The penalties, the status and the flags, without those that all runners have.
  func notes(_ runner: Board.Row, _ board: Board) -> String {
    let penalties = PenaltyText.texts(time: runner.penaltyTime, laps: runner.penaltyLaps)
    let status: [String] =
      switch runner.status {
      case _ where runner.status == board.commonStatus: []
      case .running, .dnf, .dsq, .dns: []
      case .finished where runner.flags.contains(.eliminated): []
      case .finished, .stopped, .countdown, .pulled, .discarded: [runner.status.rawValue]
      }
    // All times of a reader are stated.
    let flags = runner.flags.subtracting(board.commonFlags).subtracting(.stated)
    return (penalties + status + flags.names).joined(separator: " ")
  }
}
