import EventLog
package import Logbook
package import Racing
package import Signals
package import Text
package import Timing

/// A session of the log, updated whenever any process appends to it.
package final class SessionFeed {
  /// The session now, and whenever events have arrived.
  package var boards: Signal<SessionBoard> { board.signal }
  /// The session as of the last read.
  package var newest: SessionBoard { board.value }

  private let feed: LogFeed
  private let times: StopwatchLabel
  private let board: Relay<SessionBoard>
  private var updates: Subscription?
  /// The other sessions as of the last append.
  private var lastSearch: (others: OtherSessions, severalRun: Bool)?
  /// The course of the session, and what it depends on.
  private var lastCourse: (key: CourseKey, course: CourseComparison?)?
  private let findCourse: (Session, Int, Logbook) throws -> CourseComparison?

  /// Reads a session, and follows it from then on; without a number, the session of the next event
  /// of the log.
  ///
  /// `findCourse` finds the course of a session, with the track to compare with.
  package init(
    _ number: Int?, timedBy point: TimedPoint? = nil, of feed: LogFeed, times: StopwatchLabel,
    course findCourse: @escaping (Session, Int, Logbook) throws -> CourseComparison?
  ) throws {
    self.feed = feed
    self.findCourse = findCourse
    self.times = times
    var first = SessionBoard(number: number, times: times)
    first.timedPoint = point
    first.isForeign = try number.map { try feed.log.isForeign($0) } ?? false
    board = Relay(first)
    if number != nil { try read(into: first) }
    updates = feed.afterReads { [unowned self] sessions in
      if board.value.number != nil {
        try read(into: board.value, hasGrown: !sessions.isEmpty)
      } else if let first = sessions.first {
        try show(first)
      }
    }
  }

  /// Reads another session, and follows that one from then on.
  package func show(_ number: Int) throws {
    lastCourse = nil
    try read(into: SessionBoard(number: number, times: times))
  }

  /// Stops following the session.
  package func end() { updates = nil }

  /// Reads the new events of the session of a board, if the log has grown.
  private func read(into known: SessionBoard, hasGrown: Bool = true) throws {
    var newest = hasGrown ? try feed.updated(known) : known
    let hasArrived = newest.session.summary.version > known.session.summary.version
    let streams = hasGrown ? try newest.race.map(feed.log.newStreamEvents) ?? [] : []
    if !streams.isEmpty { newest = newest.adding(streams) }
    try readOthers(into: &newest, hasGrown)
    if hasArrived { newest.course = try course(of: newest) }
    if hasArrived || !streams.isEmpty || newest.others != board.value.others
      || newest.severalRun != board.value.severalRun
    {
      board.value = newest
    }
  }

  /// The course of the session, read again only if another start or other segments came.
  private func course(of board: SessionBoard) throws -> CourseComparison? {
    let summary = board.session.summary
    let key = CourseKey(startedAt: summary.startedAt, plan: summary.profile.plan)
    if let lastCourse, lastCourse.key == key { return lastCourse.course }
    let course = try board.number.flatMap { try findCourse(board.session, $0, feed.log) }
    lastCourse = (key, course)
    return course
  }

  /// The facts that the course of a session depends on.
  private struct CourseKey: Hashable {
    var startedAt: Moment?
    var plan: Plan
  }

  /// Updates the state of the other sessions; searches them only after an append.
  ///
  /// In a log with tables of another fold version, a search reads all events.
  private func readOthers(into board: inout SessionBoard, _ hasGrown: Bool) throws {
    let now = try feed.clock.now()
    let known = hasGrown ? nil : lastSearch
    let found = try known ?? feed.log.others(beside: board.number, at: now)
    lastSearch = found
    board.others = found.others.remainingTime(after: now.ticks) == .zero ? .idle : found.others
    board.severalRun = found.severalRun
  }
}

extension Logbook {
  /// Returns the session by which a screen times a point of a race, with the race if this log has
  /// it; nil for a session that is timed by its own events.
  ///
  /// It is the session itself if it times one, else, of another device's race, the newest session
  /// of this log that does.
  package func timedPoint(
    onScreenOf session: Int, at now: Reading
  ) throws -> (race: Int?, point: TimedPoint)? {
    // The first session of a log may just have been started.
    try openIfPresent()
    if let point = try ownPoint(session, at: now) {
      return (try number(ofSession: point.race), TimedPoint(session: session, name: point.point))
    }
    guard try isForeign(session) else { return nil }
    for joined in try streams(of: uid(of: session)).reversed() {
      guard let point = try ownPoint(joined, at: now) else { continue }
      return (session, TimedPoint(session: joined, name: point.point))
    }
    return nil
  }

  /// Returns the point that a session of this device times; nil if it times none, was discarded, or
  /// belongs to another device.
  private func ownPoint(_ session: Int, at now: Reading) throws -> TimingPoint? {
    guard let summary = try entry(session)?.summary, let point = summary.profile.timingPoint,
      summary.phase(at: now) != .discarded, try !isForeign(session)
    else { return nil }
    return point
  }

  /// Returns the state of the sessions other than the given one as of a reading, and whether
  /// several sessions run or count down.
  ///
  /// If more sessions run than a message names, their end is not known.
  ///
  /// - Complexity: O(1); if none runs, O(k) in the newer ones that are `ready` or discarded. With
  ///   tables of another fold version, O(n) in the events.
  fileprivate func others(
    beside session: Int?, at now: Reading
  ) throws -> (others: OtherSessions, severalRun: Bool) {
    var end = now.ticks
    var anyRuns = false
    let candidates = try candidates(at: now)
    let severalRun = candidates.numbers.count > 1
    if candidates.more != 0 { return (.running(until: nil), severalRun) }
    for number in candidates.numbers where number != session {
      guard let snapshot = try entry(number)?.summary.snapshot(at: now),
        let time = snapshot.runningTime, [.running, .countdown].contains(snapshot.phase)
      else { continue }
      guard let limit = snapshot.summary.profile.plan.limit else {
        return (.running(until: nil), severalRun)
      }
      anyRuns = true
      end = max(end, now.ticks + (limit - time))
    }
    return (anyRuns ? .running(until: end) : .idle, severalRun)
  }

  /// The sessions that run or count down, and possibly one that does not.
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
