import EventLog
import Live
import Logbook
import Racing
import Text
import Timing

/// The sessions that run or ended today: those that are shown to others if none is named.
///
/// A race has ended when everybody has finished or has a status, also while its clock runs.
final class SessionsOfToday {
  private let feed: LogFeed
  private let localClock: () -> any LocalClock
  private var today: (now: Moment, start: Moment)?

  init(of feed: LogFeed, localClock: @escaping () -> any LocalClock) {
    (self.feed, self.localClock) = (feed, localClock)
  }

  /// Whether a session runs or ended today; its later corrections do not count.
  func contains(_ entry: SessionEntry, at now: Reading) throws -> Bool {
    let start = try start(ofDayAt: now.recordedAt)
    let summary = entry.summary
    if let startedAt = summary.startedAt, startedAt >= start { return true }
    guard let finish = try feed.finishes.finish(of: entry, at: now) else {
      return summary.isOpen(at: now, or: start)
    }
    return summary.moment(of: finish).map { $0 >= start } ?? false
  }

  private func start(ofDayAt now: Moment) throws -> Moment {
    // One request asks for many sessions.
    if let today, today.now == now { return today.start }
    let start = try Moment(bound: "today", isEnd: false, now: now, clock: localClock())
    today = (now, start)
    return start
  }
}

extension Summary {
  /// The wall-clock time at which a race finished; nil if it is not known.
  fileprivate func moment(of finish: FinishedRace) -> Moment? {
    guard let time = finish.time, let start = startPlace else { return nil }
    return moment(atPlace: start + time)
  }

  /// Whether the clock runs or counts down, or ended after a moment.
  ///
  /// A session whose start was taken back has no end: its newest event counts.
  fileprivate func isOpen(at now: Reading, or start: Moment) -> Bool {
    if phase(at: now).isOpen { return true }
    let end = stopPlace.flatMap(moment) ?? limitAt ?? timeline?.newest.reading.recordedAt
    return end.map { $0 >= start } ?? false
  }
}
