import Racing
import Text
import Timing

/// Caches the board of a race until an event arrives or the phase changes by time.
final class BoardMemo {
  private var known: (events: Int, session: EventID?, board: Board)?

  /// Returns the board of a session at a reading of the clocks; nil if it is no race.
  ///
  /// - Complexity: O(1) between two changes; else that of making the board.
  func board(of session: SessionBoard, at now: Reading) -> Board? {
    guard let race = session.race else { return nil }
    let (count, uid) = (race.eventCount, race.session.uid)
    let place = max(race.session.summary.place(of: now), race.newestPlace)
    if let known, known.events == count, known.session == uid,
      place >= known.board.place, known.board.changesAt.map({ place < $0 }) ?? true
    {
      return known.board
    }
    guard let board = race.board(at: now) else { return nil }
    known = (count, uid, board)
    return board
  }
}
