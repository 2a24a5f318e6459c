package import Logbook
package import Timing

/// The races of a log that have finished, each kept until it has another event: to find out takes a
/// fold.
package final class FinishedRaces {
  private let log: Logbook
  private var known: [Int: (events: Int, race: FinishedRace)] = [:]

  init(_ log: Logbook) { self.log = log }

  /// Returns the finish of a race; nil for other sessions, and for races that go on.
  package func finish(of entry: SessionEntry, at now: Reading) throws -> FinishedRace? {
    guard entry.summary.profile.plan.race != nil else { return nil }
    let events = try log.eventCount(ofRace: entry.number, entry.uid)
    if let known = known[entry.number], known.events == events { return known.race }
    let finish = try log.finishedRace(entry.number, entry.summary, at: now)
    known[entry.number] = finish.map { (events, $0) }
    return finish
  }
}
