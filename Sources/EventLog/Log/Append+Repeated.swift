import Timing

extension Append {
  /// The first answer to a request whose id is in the log already; nil if it is not.
  ///
  /// Whether the content is the same is asked of the state on which it was decided then: the same
  /// command must make the same event of it.
  ///
  /// - Throws: `Rejection.idReused` if the content is another.
  func repeated(_ request: Request) throws -> Receipt? {
    let statement = try connection.cached("SELECT \(EventRow.whole) FROM events WHERE id = ?")
    try statement.bind(request.id)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    let logged = try statement.loggedEvent(log.upcasting)
    let event = logged.event
    let claim = request.time.claim(event.reading)
    var session = Session()
    try log.forEachEvent(of: logged.session, through: event.version - 1) { session.apply($0) }
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
      others: try others(beside: logged))
  }

  /// The other sessions that ran or counted down when an event was appended, in the order of their
  /// numbers.
  ///
  /// Those that did and have had no event since do by their rows.
  ///
  /// - Complexity: O(n) in the events that came after it, and in those of the sessions in question.
  private func others(beside logged: LoggedEvent) throws -> [Int] {
    let (position, reading) = (logged.position, logged.event.reading)
    var others = Set(try tables.openRows(at: reading).map(\.session))
    let later = try connection.cached("SELECT DISTINCT session FROM events WHERE position > ?")
    try later.bind(position)
    defer { later.reset() }
    while try later.step() { others.insert(Int(later.int(0))) }
    others.remove(logged.session)
    return try others.sorted().filter { number in
      let version = try connection.cached(
        """
        SELECT version FROM events WHERE session = ? AND position <= ? \
        ORDER BY version DESC LIMIT 1
        """
      ).bind(number, position).first { Int($0.int(0)) }
      guard let version else { return false }
      var session = Session()
      try log.forEachEvent(of: number, through: version) { session.apply($0) }
      return OpenSession(session: number, session.summary, at: reading) != nil
    }
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
