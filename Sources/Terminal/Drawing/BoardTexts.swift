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
    func fitName(_ most: Int) {
      if board.nameColumns > 0 { fit(.name, min(most, max(4, board.nameColumns))) }
    }
    fitName(6)
    fit(.last, time)
    fit(.gained, 4)
    fit(.best, time)
    fit(.bar, 8)
    fitName(20)
    fit(.interval, time + 1)
    fit(.notes, 12)
    fitName(28)
    fit(.notes, 16)
    fit(.bar, 24)
    fit(.notes, 24)
  }
}
