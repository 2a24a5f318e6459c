import EventLog
import Terminal
import Timing

extension EventLog {
  /// Whether other sessions than one that stands run or count down, as of a reading.
  ///
  /// - Throws: `LogError`, `DatabaseError`.
  /// Of more sessions than are named, it is not told when they end.
  ///
  /// - Complexity: O(1); where none runs, a walk over newer ones that are `ready` or discarded. On tables of another version of the fold, O(n) in the events.
  func others(beside session: Int, at now: Reading) throws -> Others {
    var end = now.ticks
    var isAnyOpen = false
    let candidates = try candidates(at: now)
    if candidates.more != 0 { return .run(until: nil) }
    for number in candidates.numbers where number != session {
      guard let summary = try entry(number)?.summary, let time = summary.runningTime(at: now),
        [.running, .countdown].contains(summary.phase(at: now))
      else { continue }
      guard let limit = summary.profile.plan.limit else { return .run(until: nil) }
      isAnyOpen = true
      end = max(end, now.ticks + (limit - time))
    }
    return isAnyOpen ? .run(until: end) : .stand
  }

  /// The sessions that run or count down; where none does, maybe one that stands.
  private func candidates(at now: Reading) throws -> RunningSessions {
    do {
      return RunningSessions([try impliedSession(at: now)])
    } catch Rejection.severalRunning(let sessions) {
      return sessions
    } catch Rejection.noSession, Rejection.allDiscarded {
      return RunningSessions([])
    }
  }
}
