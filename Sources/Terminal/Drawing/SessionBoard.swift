package import Timing

/// A session with all that a screen needs at each tick, computed once per event.
package struct SessionBoard: Sendable {
  /// The session's number in its log.
  package var number: Int
  /// The session.
  package private(set) var session: Session
  /// Whether other sessions of the log run; known only while it matters to this one.
  package var others = OtherSessions.idle
  /// Whether there is something to undo.
  package private(set) var canUndo = false
  /// Whether there is something to redo.
  package private(set) var canRedo = false
  /// The event number of the best lap.
  private(set) var bestLap: Int?
  /// The longest of the laps that count.
  private(set) var longestLap = Duration.zero

  /// The number of entries in the list of laps and timestamps.
  package var entryCount: Int { session.laps.count + session.timestamps.count }

  /// Creates the board of a session.
  package init(number: Int, session: Session = Session()) {
    self.number = number
    self.session = session
    update()
  }

  /// The board after more events.
  package func adding(_ events: some Collection<Event>) -> SessionBoard {
    var board = self
    if events.count == 1, let event = events.first {
      board.session.apply(event)
    } else {
      var replay = SessionReplay(board.session)
      for event in events { replay.apply(event) }
      board.session = replay.finished()
    }
    board.update()
    return board
  }

  private mutating func update() {
    bestLap = nil
    longestLap = .zero
    var best: Duration?
    for lap in session.laps where lap.number != nil {
      longestLap = max(longestLap, lap.lap)
      if best.map({ lap.lap < $0 }) ?? true { (best, bestLap) = (lap.lap, lap.event) }
    }
    canUndo = allows(.undo)
    canRedo = allows(.redo)
  }

  /// Whether a correction would be accepted, at any moment.
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

/// Whether other sessions of the log run or count down; if so, no key starts another.
package enum OtherSessions: Hashable, Sendable {
  case idle
  /// At least one runs until this boot time, the limit of the last one; nil without a limit.
  case running(until: Duration?)

  /// The time that they run after a boot time: zero if they are idle, nil if they have no limit.
  package func remainingTime(after ticks: Duration) -> Duration? {
    switch self {
    case .idle: .zero
    case .running(let end): end.map { max(.zero, $0 - ticks) }
    }
  }
}
