import EventLog
import Terminal
import Timing

extension EventLog {
  /// Whether other sessions than one that stands run or count down, as of a reading.
  ///
  /// - Throws: `LogError`, `DatabaseError`.
  /// - Complexity: O(1) for each that runs; where none does, a walk over newer ones that are `ready`
  ///   or discarded. On tables of another version of the fold, O(n) in the events.
  func others(beside session: Int, at now: Reading) throws -> Others {
    var end = now.ticks
    var isAnyOpen = false
    for number in try candidates(at: now) where number != session {
      guard let summary = try entry(number)?.summary, let time = summary.runningTime(at: now),
        [.running, .countdown].contains(summary.phase(at: now))
      else { continue }
      guard let limit = summary.profile.plan.limit else { return .run(until: nil) }
      isAnyOpen = true
      end = max(end, now.ticks + (limit - time))
    }
    return isAnyOpen ? .run(until: end) : .stand
  }

  /// All sessions that run or count down; where none does, maybe one that stands.
  private func candidates(at now: Reading) throws -> [Int] {
    do {
      return [try impliedSession(at: now)]
    } catch Rejection.severalRunning(let sessions) {
      return sessions
    } catch Rejection.noSession, Rejection.allDiscarded {
      return []
    }
  }
}
