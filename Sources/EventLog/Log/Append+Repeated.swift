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
    var lap: Lap?
    if case .lapped = event.kind { lap = session.laps.first { $0.event == event.version } }
    return Receipt(logged, session.summary, at: event.reading, lap)
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
