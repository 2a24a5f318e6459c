import EventLog
import Logbook
import Signals
import Terminal
import Timing
import Text

/// A session of the log, updated whenever any process appends to it.
///
/// It has a separate connection: events of this process arrive like those of others.
final class SessionFeed: Feed {
  /// The session now, and whenever events have arrived.
  var boards: Signal<SessionBoard> { board.signal }

  private let log: Logbook
  private let follower: Follower
  private let world: World
  private let board: Relay<SessionBoard>
  private let failureSubject = Subject<any Error>()
  /// The other sessions as of a position of the log.
  private var lastSearch: (position: Int, found: OtherSessions)?
  private var clock: (identity: ClockIdentity, number: ClockID)?

  /// Reads a session, and follows it from then on.
  init(_ number: Int, of log: Logbook, in world: World) throws {
    self.log = log
    self.world = world
    follower = log.follow(after: 0, of: number)
    board = Relay(SessionBoard(number: number))
    try readNew()
  }

  /// The session as of the last read.
  var newest: SessionBoard { board.value }

  /// Failures of the log to identify the present clock.
  var failures: Signal<any Error> { failureSubject.signal }

  var doorbell: Int32? { follower.bell }

  func readNew() throws {
    var arrived: [Event] = []
    while case .events(let records) = try follower.next(timeout: .zero) {
      arrived += try log.decode(records).map(\.event)
    }
    var newest = arrived.isEmpty ? board.value : board.value.adding(arrived)
    newest.others = try others(beside: newest)
    if !arrived.isEmpty || newest.others != board.value.others { board.value = newest }
  }

  /// The other sessions, if this one could be started beside them.
  private func others(beside board: SessionBoard) throws -> OtherSessions {
    let now = try reading(world.instant())
    guard board.session.summary.phase(at: now) == .ready else { return .idle }
    // Searched again only after an append: in a log with tables of another fold version, a search
    // reads all events.
    let position = try log.newestPosition
    let found =
      if let lastSearch, lastSearch.position == position { lastSearch.found } else {
        try log.others(beside: board.number, at: now)
      }
    lastSearch = (position, found)
    return found.remainingTime(after: now.ticks) == .zero ? .idle : found
  }

  /// Reads the clocks, with the log's number for the present one.
  ///
  /// If the log fails, ``failures`` reports it, and the clock has no number.
  func reading() -> Reading {
    let instant = world.instant()
    do {
      return try reading(instant)
    } catch {
      failureSubject.send(error)
      return instant.reading(ClockID(rawValue: 0))
    }
  }

  private func reading(_ instant: Instant) throws -> Reading {
    if let clock, clock.identity == instant.clock { return instant.reading(clock.number) }
    let reading = try log.reading(instant)
    // A clock that is new to the log gets its number with its first event.
    if reading.clock.rawValue > 0 { clock = (instant.clock, reading.clock) }
    return reading
  }

  /// The instant at which a reading was taken.
  func instant(of reading: Reading) -> Instant {
    Instant(
      clock: world.instant().clock, ticks: reading.ticks, recordedAt: reading.recordedAt)
  }
}

extension Logbook {
  /// Whether sessions other than the given one run or count down, as of a reading.
  ///
  /// If more sessions run than a message names, their end is not known.
  ///
  /// - Throws: `LogError`, `DatabaseError`.
  /// - Complexity: O(1); if none runs, O(k) in the newer ones that are `ready` or discarded. With
  ///   tables of another fold version, O(n) in the events.
  fileprivate func others(beside session: Int, at now: Reading) throws -> OtherSessions {
    var end = now.ticks
    var anyRuns = false
    let candidates = try candidates(at: now)
    if candidates.more != 0 { return .running(until: nil) }
    for number in candidates.numbers where number != session {
      guard let snapshot = try entry(number)?.summary.snapshot(at: now),
        let time = snapshot.runningTime, [.running, .countdown].contains(snapshot.phase)
      else { continue }
      guard let limit = snapshot.summary.profile.plan.limit else { return .running(until: nil) }
      anyRuns = true
      end = max(end, now.ticks + (limit - time))
    }
    return anyRuns ? .running(until: end) : .idle
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
