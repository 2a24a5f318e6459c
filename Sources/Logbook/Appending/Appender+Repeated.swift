import EventLog
import SQLite
import Text
import Timing

extension Appender {
  /// The first answer to a request whose id is in the log already; nil if it is not.
  ///
  /// Whether the content is the same is asked of the state on which it was decided then: the same
  /// command must make the same event of it. If that takes more events than may be read, the event
  /// alone tells.
  ///
  /// - Throws: `Rejection.idReused` if the content is another.
  /// - Complexity: O(n) in the events of the session up to the event, and in those of the log since,
  ///   but no more than `mostRead` in one transaction.
  mutating func repeated(_ request: Request) throws -> Receipt? {
    guard let logged = try log.event(request.id) else { return nil }
    let event = logged.event
    let time = request.time.time(event.reading)
    let reused = Rejection.idReused(request.id)
    guard time == event.time else { throw reused }
    guard var session = try session(logged.session, asOf: event.version - 1) else {
      guard try mayMean(request, logged) else { throw reused }
      return try answerOfNow(logged)
    }
    guard means(request.target, logged, session) else { throw reused }
    do {
      guard try session.decide(request.command, time) == event.kind else { throw reused }
    } catch is Refusal {
      throw reused
    }
    session.apply(event)
    return Receipt(
      logged.record, session.summary, at: event.reading, session.lap(of: event),
      session.reverted(by: event),
      others: try others(beside: logged))
  }

  /// The other sessions that ran or counted down when an event was appended; nil if it takes more
  /// events than may be read to tell.
  ///
  /// Those that have had events since are folded as of then; the others are as their rows say.
  private mutating func others(beside logged: LoggedEvent) throws -> RunningSessions? {
    guard let versions = try versions(before: logged.position) else { return nil }
    let reading = logged.event.reading
    var others: [Int] = []
    for (number, version) in versions where version > 0 && number != logged.session {
      guard let summary = try session(number, asOf: version)?.summary else { return nil }
      let open = OpenSession(session: number, summary, at: reading)
      if summary.isOpen, open != nil { others.append(number) }
    }
    let skipped = Set(versions.map(\.session)).union([logged.session])
    let rows = try tables.openRows(at: reading, without: skipped, folding: renewed)
    others += rows.open(at: reading)?.map(\.session) ?? []
    return RunningSessions(others)
  }

  /// A session as of a version of it, folded on from an earlier one if that is at hand: what is
  /// repeated line by line is mostly repeated in order.
  ///
  /// - Returns: the session; nil if it takes more events than may be read.
  private mutating func session(_ number: Int, asOf version: Int) throws -> Session? {
    let index = past.firstIndex { $0.number == number }
    var session = index.map { past.remove(at: $0).state } ?? Session()
    if session.summary.version > version { session = Session() }
    guard try mayRead(version - session.summary.version) else { return nil }
    var replay = SessionReplay(session)
    session = Session()
    try log.forEachEvent(of: number, after: replay.version, through: version) {
      replay.apply($0)
    }
    session = replay.finished()
    if past.count == Self.mostPast { past.removeFirst() }
    past.append((number, session))
    return session
  }

  /// The sessions that have events after a position, and how many they had up to it; nil if those
  /// are more than may be read.
  private mutating func versions(
    before position: Int
  ) throws -> [(session: Int, version: Int)]? {
    guard try mayRead(newestPosition - position) else { return nil }
    // Without the hint SQLite walks an index over all of the log, so as to find them in groups.
    let statement = try connection.cached(
      """
      SELECT session, min(version) - 1 FROM events NOT INDEXED WHERE position > ? GROUP BY session
      """)
    try statement.bind(position)
    var versions: [(Int, Int)] = []
    while try statement.step() {
      versions.append((Int(statement.int(0)), Int(statement.int(1))))
    }
    return versions
  }

  /// Counts events that are about to be read.
  ///
  /// - Returns: whether that many may be.
  private mutating func mayRead(_ events: Int) throws -> Bool {
    guard events <= readable else { return false }
    readable -= events
    return true
  }

  /// Whether a target may have meant the session of this event, as it was before the event.
  ///
  /// A name is asked of the session as it was then: the command may have been the one that took it
  /// away, and another session may bear it by now.
  private func means(
    _ target: Request.Target, _ logged: LoggedEvent, _ before: Session
  ) -> Bool {
    guard case .named(let name, _) = target else {
      return target == .implied || logged.event.version == 1
    }
    if let number = Logbook.sessionNumber(name) { return number == logged.session }
    if let uid = EventID(name) { return uid == before.uid }
    return before.summary.profile.name == name
  }
}

extension Appender {
  /// Whether a request may have made an event, as far as the event tells: which name the session
  /// bore then, and which number a lap had, is not known any more.
  private func mayMean(_ request: Request, _ logged: LoggedEvent) throws -> Bool {
    if case .named(let name, _) = request.target {
      if let number = Logbook.sessionNumber(name), number != logged.session { return false }
      if let uid = EventID(name), try uid != self.uid(of: logged.session) { return false }
    }
    switch (request.command, logged.event.kind) {
    case (.undo, .reverted(let id)): return try !isReverted(id)
    case (.redo, .reverted(let id)): return try isReverted(id)
    case (.amend(let reference, let amendment), .amended(let id, let made)):
      return try amendment == made && mayMean(reference, id)
    case (.remove(let reference), .removed(let id)): return try mayMean(reference, id)
    case (.amend, _), (.remove, _), (.undo, _), (.redo, _): return false
    default: return request.command.kindInAnyState == logged.event.kind
    }
  }

  private func isReverted(_ id: EventID) throws -> Bool {
    guard case .reverted = try log.event(id)?.event.kind else { return false }
    return true
  }

  private func mayMean(_ reference: LapReference, _ lap: EventID) throws -> Bool {
    guard case .event(let version) = reference else { return true }
    return try log.event(lap)?.event.version == version
  }

  /// The answer that tells of an event no more than which it is, beside what its session is now.
  private func answerOfNow(_ logged: LoggedEvent) throws -> Receipt {
    guard let row = try tables.row(of: logged.session) else {
      throw LogError.inconsistent(.missingRow(session: logged.session))
    }
    let summary = row.isCurrent ? row.summary : try renewed(logged.session)
    var receipt = Receipt(logged.record, summary, at: logged.event.reading, nil, nil, others: nil)
    receipt.isOfNow = true
    return receipt
  }
}

extension Command {
  /// The kind of event that it makes whatever the state is; nil if that depends on it.
  fileprivate var kindInAnyState: Event.Kind? {
    switch self {
    case .start(let start): .started(start)
    case .stop: .stopped
    case .resume: .resumed
    case .lap(let label): .lapped(label: label)
    case .mark(let label): .timestamped(label: label)
    case .plan(let change): .planned(change)
    case .name(let name): .named(name)
    case .tag(let tags): .tagged(tags)
    case .untag(let tags): .untagged(tags)
    case .identify(let people): .identified(people)
    case .discard: .discarded
    case .undo, .redo, .amend, .remove: nil
    }
  }
}
