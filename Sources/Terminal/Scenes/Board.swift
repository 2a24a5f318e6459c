package import Timing

/// A session as the screen needs it at every tick: what takes a walk through all of it is found out
/// once, when an event arrives.
package struct Board: Sendable {
  /// The session's number in its log.
  package var number: Int
  /// The fold of its events.
  package private(set) var session: Session
  /// What the other sessions of the log do, as far as it matters to this one.
  package var others = Others.stand
  /// Whether undo would take something back, and redo put something back.
  package private(set) var canUndo = false
  package private(set) var canRedo = false
  /// The event of the best lap, and the longest of the laps that count.
  private(set) var bestLap: Int?
  private(set) var longest = Duration.zero

  /// How many entries its list has.
  package var entryCount: Int { session.laps.count + session.timestamps.count }

  /// The board of a session before its first event.
  package init(number: Int) {
    self.init(number: number, session: Session())
  }

  /// The board of a session.
  package init(number: Int, session: Session) {
    self.number = number
    self.session = session
    examine()
  }

  /// The board after some more events.
  package func adding(_ events: [Event]) -> Board {
    var board = self
    if events.count == 1 {
      for event in events { board.session.apply(event) }
    } else {
      var replay = SessionReplay(board.session)
      for event in events { replay.apply(event) }
      board.session = replay.finished()
    }
    board.examine()
    return board
  }

  private mutating func examine() {
    bestLap = nil
    longest = .zero
    var best: Duration?
    for lap in session.laps where lap.number != nil {
      longest = max(longest, lap.lap)
      if best.map({ lap.lap < $0 }) ?? true { (best, bestLap) = (lap.lap, lap.event) }
    }
    canUndo = allows(.undo)
    canRedo = allows(.redo)
  }

  /// Whether a correction would be taken now; its moment does not matter.
  private func allows(_ command: Command) -> Bool {
    guard let reading = session.events.last?.reading else { return false }
    do throws(Refusal) {
      _ = try session.decide(command, .now(reading))
      return true
    } catch {
      return false
    }
  }
}
