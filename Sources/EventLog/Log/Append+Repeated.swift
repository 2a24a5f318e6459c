import Timing
import Text
import SQLite

extension Append {
  /// The first answer to a request whose id is in the log already; nil if it is not.
  ///
  /// Whether the content is the same is asked of the state on which it was decided then: the same
  /// command must make the same event of it.
  ///
  /// - Throws: `Rejection.idReused` if the content is another.
  mutating func repeated(_ request: Request) throws -> Receipt? {
    let statement = try connection.cached("SELECT \(EventRow.whole) FROM events WHERE id = ?")
    try statement.bind(request.id)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    let logged = try statement.loggedEvent(log.upcasting)
    let event = logged.event
    let claim = request.time.claim(event.reading)
    var session = try session(logged.session, asOf: event.version - 1)
    guard claim == event.claim, means(request.target, logged, session) else {
      throw Rejection.idReused(request.id)
    }
    do {
      guard try session.decide(request.command, claim) == event.kind else {
        throw Rejection.idReused(request.id)
      }
    } catch is Refusal {
      throw Rejection.idReused(request.id)
    }
    session.apply(event)
    return Receipt(
      logged, session.summary, at: event.reading, session.lap(of: event),
      others: try others(beside: logged, request.instant.clock))
  }

  /// The other sessions that ran or counted down when an event was appended, in the order of their
  /// numbers.
  ///
  /// Those that have had events since are folded as of then; the others are as their rows say.
  ///
  /// - Complexity: O(n) in the events that came after it, and in those of the sessions that they
  ///   are of.
  private mutating func others(
    beside logged: LoggedEvent, _ identity: ClockIdentity
  ) throws -> [Int] {
    let reading = logged.event.reading
    let isOfNewestClock = try clockNumber(identity) == reading.clock
    let rows = try isOfNewestClock ? openSessions(at: reading) : tables.openSessions(at: reading)
    var others = Set(rows.map(\.session))
    for (number, version) in try versions(before: logged.position) {
      others.remove(number)
      guard version > 0, number != logged.session else { continue }
      let summary = try session(number, asOf: version).summary
      let open = OpenSession(session: number, summary, at: reading)
      if summary.isOpen, open != nil { others.insert(number) }
    }
    others.remove(logged.session)
    return others.sorted()
  }

  /// A session as of a version of it, folded on from an earlier one if that is at hand: what is
  /// repeated line by line is mostly repeated in order.
  private mutating func session(_ number: Int, asOf version: Int) throws -> Session {
    let index = past.firstIndex { $0.number == number }
    var session = index.map { past.remove(at: $0).state } ?? Session()
    if session.summary.version > version { session = Session() }
    try log.forEachEvent(of: number, after: session.summary.version, through: version) {
      session.apply($0)
    }
    if past.count == Self.mostPast { past.removeFirst() }
    past.append((number, session))
    return session
  }

  /// The sessions that have events after a position, and how many they had up to it.
  private func versions(before position: Int) throws -> [(session: Int, version: Int)] {
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
    if let number = EventLog.sessionNumber(name) { return number == logged.session }
    if let uid = EventID(name) { return uid == before.uid }
    return before.summary.profile.name == name
  }
}
