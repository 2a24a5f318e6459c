import EventLog
package import Logbook
package import Racing
package import Signals
package import Text
package import Timing

/// A session of the log, updated whenever any process appends to it.
///
/// It has a separate connection: events of this process arrive like those of others.
package final class SessionFeed: Feed {
  /// The session now, and whenever events have arrived.
  package var boards: Signal<SessionBoard> { board.signal }

  private let log: Logbook
  private var follower: Follower
  private let times: StopwatchLabel
  private let board: Relay<SessionBoard>
  package let clock: LogClock
  /// The position of the log as of which the streams of a race were read.
  private var streamsPosition: (session: Int?, position: Int)?
  /// The other sessions as of a position of the log.
  private var lastSearch: (position: Int, found: (others: OtherSessions, severalRun: Bool))?
  /// The course of the session, and what it depends on.
  private var lastCourse: (key: CourseKey, course: CourseComparison?)?
  private let findCourse: (Session, Int, Logbook) throws -> CourseComparison?

  /// Reads a session, and follows it from then on; without a number, the session of the next event
  /// of the log.
  ///
  /// `findCourse` finds the course of a session, with the track to compare with.
  package init(
    _ number: Int?, timedBy point: TimedPoint? = nil, of log: Logbook, clock: LogClock,
    times: StopwatchLabel,
    course findCourse: @escaping (Session, Int, Logbook) throws -> CourseComparison?
  ) throws {
    self.log = log
    self.findCourse = findCourse
    self.times = times
    self.clock = clock
    follower = log.follow(after: number == nil ? try log.newestPosition : 0, of: number)
    var first = SessionBoard(number: number, times: times)
    first.timedPoint = point
    first.isForeign = try number.map { try log.isForeign($0) } ?? false
    board = Relay(first)
    try readNew()
  }

  /// The session as of the last read.
  package var newest: SessionBoard { board.value }

  /// Failures of the log to identify the present clock.
  package var failures: Signal<any Error> { clock.failures }

  package var doorbell: Int32? { follower.bell }

  /// Reads another session, and follows that one from then on.
  package func show(_ number: Int) throws {
    lastCourse = nil
    lastSearch = nil
    streamsPosition = nil
    let before = follower
    follower = log.follow(after: 0, of: number)
    do {
      try read(into: SessionBoard(number: number, times: times))
    } catch {
      // The board still has the other session.
      follower = before
      throw error
    }
  }

  package func readNew() throws {
    guard board.value.number == nil else { return try read(into: board.value) }
    guard case .events(let records) = try follower.next(timeout: .zero), let first = records.first
    else { return }
    try show(first.session)
  }

  /// Reads the new events of the session of a board.
  private func read(into known: SessionBoard) throws {
    var arrived: [Event] = []
    while case .events(let records) = try follower.next(timeout: .zero) {
      for logged in try log.decode(records) {
        let next = known.session.events.count + arrived.count + 1
        guard logged.event.version == next else {
          throw LogError.damaged(position: logged.position, .notNext(version: next))
        }
        arrived.append(logged.event)
      }
    }
    var newest = arrived.isEmpty ? known : known.adding(arrived)
    let streams = try streams(of: newest)
    if !streams.isEmpty { newest = newest.adding(streams) }
    try readOthers(into: &newest)
    if !arrived.isEmpty { newest.course = try course(of: newest) }
    if !arrived.isEmpty || !streams.isEmpty || newest.others != board.value.others
      || newest.severalRun != board.value.severalRun
    {
      board.value = newest
    }
  }

  /// The new events of the sessions that joined the race of a board.
  private func streams(of board: SessionBoard) throws -> [(event: Event, stream: EventID)] {
    guard let race = board.race else { return [] }
    // They are searched only after an append.
    let position = try log.newestPosition
    if let streamsPosition, streamsPosition == (board.number, position) { return [] }
    streamsPosition = (board.number, position)
    return try log.newStreamEvents(of: race)
  }

  /// The course of the session, read again only if another start or other segments came.
  private func course(of board: SessionBoard) throws -> CourseComparison? {
    let summary = board.session.summary
    let key = CourseKey(startedAt: summary.startedAt, plan: summary.profile.plan)
    if let lastCourse, lastCourse.key == key { return lastCourse.course }
    let course = try board.number.flatMap { try findCourse(board.session, $0, log) }
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
  private func readOthers(into board: inout SessionBoard) throws {
    let now = try clock.now()
    let position = try log.newestPosition
    let found =
      if let lastSearch, lastSearch.position == position { lastSearch.found } else {
        try log.others(beside: board.number, at: now)
      }
    lastSearch = (position, found)
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
