import Text
import Timing

/// Caches the board of a race, and updates it with events.
///
/// The judge says which runners an event changes: these are ranked again, or all if there are many.
/// The boards are those of ``Race/board(atPlace:)``.
package struct RaceBoard: Sendable {
  private var board: Board?
  private var judged = JudgedRace()
  private var session: EventID?
  private var events = 0
  /// Whether the board is one of all events.
  private var isCurrent = false
  /// The number of boards that were updated.
  package private(set) var updates = 0

  /// Creates a cache without a board.
  package init() {}

  /// Returns the board of a race at a place of its timeline; nil if it is no race.
  ///
  /// A board holds until an event arrives or time alone changes it: its place may be an earlier
  /// one.
  ///
  /// - Complexity: O(1) between two changes. O(n) in the runners for an event that changes the results
  ///   of a few, in comparisons of neighbors; else O(n log n) in the crossings.
  package mutating func board(of race: Race, atPlace now: Duration) -> Board? {
    guard race.wave(nil) != nil else {
      self = RaceBoard()
      return nil
    }
    let isSame = session == race.session.uid
    if isSame, let board, events == race.eventCount, now >= board.place,
      board.changesAt.map({ now < $0 }) ?? true
    {
      return board
    }
    // A view of the past lacks crossings, which later places add without an event.
    let isNow = now >= race.newestPlace
    if !isSame || !isCurrent || !isNow || race.eventCount < events { judged = JudgedRace() }
    (session, events, isCurrent) = (race.session.uid, race.eventCount, isNow)
    let changed = judged.settle(race, at: now)
    // Its arrays have no other owner, so that they are changed in place.
    var kept: [String?: Board.Rows] = [:]
    if changed != nil {
      for group in board.take()?.groups ?? [] { kept[group.name] = group.rows }
    }
    let present = judged.present
    var isUpdated = !kept.isEmpty
    let waves = judged.wavesInOrder.map { wave in
      let gun = race.gun(of: wave.wave, at: now)
      if let changed, var rows = kept.removeValue(forKey: wave.wave.name),
        let ranking = rows.update(changed, wave, gun: gun, of: race, at: present)
      {
        return (ranking: ranking, rows: rows)
      }
      isUpdated = false
      let ranking = WaveRanking(wave, of: race, at: present)
      return (ranking: ranking, rows: Board.Rows(ranking, gun: gun))
    }
    if isUpdated { updates += 1 }
    board = race.board(waves, atPlace: now)
    return board
  }
}
