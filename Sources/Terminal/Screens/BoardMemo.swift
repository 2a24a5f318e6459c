import Racing
import Text
import Timing

/// Caches the board of a race until an event arrives or the phase changes by time.
final class BoardMemo {
  private var memo = RaceBoard()

  /// Returns the board of a session at a reading of the clocks; nil if it is no race.
  ///
  /// - Complexity: that of ``RaceBoard/board(of:atPlace:)``.
  func board(of session: SessionBoard, at now: Reading) -> Board? {
    session.race.flatMap { memo.board(of: $0, atPlace: $0.present(at: now)) }
  }

  /// Returns the board of a session at a place of its timeline; nil if it is no race.
  ///
  /// - Complexity: as ``board(of:at:)``.
  func board(of session: SessionBoard, atPlace place: Duration) -> Board? {
    session.race.flatMap { memo.board(of: $0, atPlace: place) }
  }
}

/// Caches the board of several sessions until an event arrives or a phase changes.
final class SessionsMemo {
  private struct State: Hashable {
    var session: Int?
    var version: Int
    var phase: Phase
  }

  private var known: (states: [State], board: Board)?

  /// Returns the board of the sessions at a reading of the clocks.
  func board(of boards: [SessionBoard], at now: Reading) -> Board {
    let states = boards.map { board in
      let summary = board.session.summary
      return State(session: board.number, version: summary.version, phase: summary.phase(at: now))
    }
    if let known, known.states == states { return known.board }
    let board = Board(boards.tracks, at: now)
    known = (states, board)
    return board
  }
}

extension [SessionBoard] {
  /// The sessions as they are on a board: their keys count from 1.
  var tracks: [Board.TimedSession] {
    enumerated().map { index, board in
      let profile = board.session.summary.profile
      let name = profile.name ?? profile.people.first?.full ?? board.number.map { "session \($0)" }
      return (key: "\(index + 1)", name: name, session: board.session)
    }
  }
}
