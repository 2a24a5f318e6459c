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
    guard claim == event.claim, try means(request.target, logged) else {
      throw Rejection.idReused(request.id)
    }
    var session = Session()
    try log.forEachEvent(of: logged.session, through: event.version - 1) { session.apply($0) }
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

  /// Whether a target may have meant the session of this event.
  private func means(_ target: Request.Target, _ logged: LoggedEvent) throws -> Bool {
    switch target {
    case .new: logged.event.version == 1
    case .named(let name, _): try log.sessionNumber(named: name) == logged.session
    case .implied: true
    }
  }
}
