import EventLog
import SQLite
package import Text
package import Timing

extension Appender {
  /// Returns the first answer to a request whose id is already in the log; nil if it is not.
  ///
  /// The content is compared by deciding the command again on the session's state before the event:
  /// it must result in the same event, else the error is `Rejection.idReused`.
  mutating func repeated(_ request: Request) throws -> Receipt? {
    guard let logged = try log.event(request.id) else { return nil }
    let event = logged.event
    let reused = Rejection.idReused(request.id)
    var request = request
    if let stated = request.stated {
      let moment = event.kind.momentOfTarget ?? event.at
      guard stated.canMean(moment) else { throw reused }
      request = request.stating(moment)
    }
    guard event.batch == request.batch, try mayJoin(request.command, event.kind) else {
      throw reused
    }
    var session = try session(logged.session, asOf: event.version - 1)
    let before = session.summary
    let latestCrossing =
      request.needsLatestCrossing && before.profile.plan.isRace ? session.latestCrossing() : nil
    let time = request.time.time(event.reading, in: before, latestCrossing: latestCrossing)
    guard means(request.target, logged, session), time == event.time else { throw reused }
    do {
      let command = request.command.completed(by: event.kind)
      let named = try namedEvents(of: command, logged.session, through: logged.position - 1)
      let kind = try session.decide(
        command, time, named: named, passingOver: events(passedBy: command, in: session))
      guard kind == event.kind else { throw reused }
    } catch is Refusal {
      throw reused
    }
    let reverted = session.reverted(by: event)
    // Without another reference, the event is added without a copy of all others.
    past[logged.session] = nil
    session.apply(event)
    past[logged.session] = session
    var receipt = Receipt(
      logged.record, event, from: before, to: session.summary, session.lap(of: event),
      reverted?.completed(by: session), others: try others(beside: logged), latestCrossing)
    receipt.timeOfEvent = session.time(of: event)
    if event.kind.isCrossing {
      receipt.crossing = try log.unlessDamaged {
        try crossing(asOf: logged, session.summary.profile)
      }
    }
    return receipt
  }

  /// Returns a crossing as its race had it when it was appended; nil if the race is not in the log.
  private mutating func crossing(asOf logged: LoggedEvent, _ profile: Profile) throws
    -> StoredCrossing?
  {
    guard let number = try race(of: logged.session, profile) else { return nil }
    var folded = pastRace.take() ?? FoldedRace(number)
    if folded.session != number || folded.position > logged.position { folded = FoldedRace(number) }
    try folded.applyNewest(of: log, through: logged.position, joined: log.streams)
    folded.settle()
    pastRace = folded
    return folded.crossing(logged.event.version, of: logged.session)
  }

  /// Returns the other sessions that ran or counted down when an event was appended; nil if too
  /// many events would have to be read.
  ///
  /// Sessions with later events are folded up to that time; the rows of the others still apply.
  private mutating func others(beside logged: LoggedEvent) throws -> RunningSessions? {
    let later = try newestPosition - logged.position
    guard later <= readable else { return nil }
    readable -= later
    let reading = logged.event.reading
    // Without the hint, SQLite scans an index over the whole log to get the groups.
    let versions = try connection.cached(
      """
      SELECT session, min(version) - 1 FROM events NOT INDEXED WHERE position > ? GROUP BY session
      """
    ).bind(logged.position).all { (session: Int($0.int(0)), version: Int($0.int(1))) }
    var others: [OpenSession] = []
    for (number, version) in versions where version > 0 && number != logged.session {
      guard readable > 0 else { return nil }
      let summary = try session(number, asOf: version).summary
      let open = OpenSession(session: number, summary, at: reading)
      if summary.isOpen, let open { others.append(open) }
    }
    let skipped = Set(versions.map(\.session)).union([logged.session])
    let rows = try tables.openRows(at: reading, without: skipped)
    others += rows.open(at: reading) ?? []
    return RunningSessions(open: others)
  }

  /// Returns a session at a version, continuing from a cached earlier one if possible.
  ///
  /// Requests that are repeated line by line are mostly repeated in order.
  private mutating func session(_ number: Int, asOf version: Int) throws -> Session {
    var session = past.removeValue(forKey: number) ?? Session()
    if session.summary.version > version { session = Session() }
    readable -= version - session.summary.version
    try session.applyNewest(of: number, in: log, through: version)
    past[number] = session
    return session
  }

  /// Whether a target can have meant the session of this event, in its state before the event.
  ///
  /// A name is compared with the session's name at that time: the command may have removed the
  /// name, and another session may have it now.
  private func means(_ target: Request.Target, _ logged: LoggedEvent, _ before: Session) -> Bool {
    let name: String
    switch target {
    case .named(let given, _): name = given
    case .number(let number): return number == logged.session
    case .implied: return true
    case .new: return logged.event.version == 1
    }
    return switch SessionReference(name) {
    case .digits(let number), .number(let number): number == logged.session
    case .uid(let uid): uid == before.uid
    case .name(let name): before.summary.profile.name == name
    }
  }

  /// Whether a command that joins a race can have joined the one of an event; true for others.
  ///
  /// The race may have another name now, and another session its name.
  private func mayJoin(_ command: Command, _ kind: Event.Kind) throws -> Bool {
    guard case .join(let name, _, _) = command, case .race(.joined(let race, _, _)) = kind else {
      return true
    }
    if case .uid(let uid) = SessionReference(name) { return uid == race }
    if let number = try log.number(ofSession: race) {
      let bearer = try tables.row(of: number)?.summary.profile.name
      if let bearer, SessionReference(name) == .name(bearer) { return true }
    }
    do {
      return try uid(of: log.sessionNumber(named: name)) == race
    } catch Rejection.unknownSession {
      return true
    }
  }
}

extension Event.Kind {
  /// The moment to which it moves another event; nil for other kinds.
  package var momentOfTarget: Moment? {
    if case .amended(_, let amendment) = self, case .at(let moment)? = amendment.move {
      return moment
    }
    return nil
  }
}

extension Command {
  /// Returns the command with the parts that the log had to add when an event was made: the
  /// segments of a course, and the id of a race.
  fileprivate func completed(by kind: Event.Kind) -> Command {
    if case .race(.joined(let race, let made, _)) = kind,
      case .join(_, let point, let priority) = self
    {
      return .race(.joined(race: race, point: point ?? made, priority: priority))
    }
    guard courseWithoutSegments != nil else { return self }
    if case .started(let start) = kind { return with(segments: start.plan.segments) }
    if case .planned(let change) = kind { return with(segments: change.segments.value) }
    return self
  }
}
