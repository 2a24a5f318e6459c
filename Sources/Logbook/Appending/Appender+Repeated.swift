import EventLog
import SQLite
import Text
import Timing

extension Appender {
  /// Returns the first answer to a request whose id is already in the log; nil if it is not.
  ///
  /// The content is compared by deciding the command again on the session's state before the event:
  /// it must result in the same event. If too many events would have to be read, only the event
  /// itself is compared.
  ///
  /// - Throws: `Rejection.idReused` if the content differs.
  /// - Complexity: O(n) in the events of the session up to the event, and in those of the log
  ///   since, but at most `mostRead` in one transaction.
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

  /// Returns the other sessions that ran or counted down when an event was appended; nil if too
  /// many events would have to be read.
  ///
  /// Sessions with later events are folded up to that time; the rows of the others still apply.
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

  /// Returns a session at a version, continuing from a cached earlier one if possible.
  ///
  /// Requests that are repeated line by line are mostly repeated in order.
  ///
  /// - Returns: the session; nil if too many events would have to be read.
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

  /// Returns the sessions with events after a position, and their versions at it; nil if too many
  /// events would have to be read.
  private mutating func versions(
    before position: Int
  ) throws -> [(session: Int, version: Int)]? {
    guard try mayRead(newestPosition - position) else { return nil }
    // Without the hint, SQLite scans an index over the whole log to get the groups.
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

  /// Reserves a number of events to read.
  ///
  /// - Returns: whether the limit allows it.
  private mutating func mayRead(_ events: Int) throws -> Bool {
    guard events <= readable else { return false }
    readable -= events
    return true
  }

  /// Whether a target can have meant the session of this event, in its state before the event.
  ///
  /// A name is compared with the session's name at that time: the command may have removed the
  /// name, and another session may have it now.
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
  /// Whether a request can have made an event, as far as the event shows.
  ///
  /// The name of the session and the number of a lap at that time are not known.
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

  /// Returns an answer with the identity of an event and the current state of its session.
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
  /// The kind of event that the command makes in every state; nil if it depends on the state.
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
