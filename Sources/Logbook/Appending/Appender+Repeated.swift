import EventLog
import SQLite
package import Text
package import Timing

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
    let reused = Rejection.idReused(request.id)
    var request = request
    if let stated = request.stated {
      let moment = event.kind.momentOfTarget ?? event.at
      guard stated.canMean(moment) else { throw reused }
      request = request.stating(moment)
    }
    guard request.time == .last || request.time.time(event.reading, in: Summary()) == event.time
    else { throw reused }
    guard try logged.record.batch == request.batch else { throw reused }
    guard try mayJoin(request.command, event.kind) else { throw reused }
    // Events of other streams may be others now.
    guard !request.command.namesOtherStreams,
      var session = try session(logged.session, asOf: event.version - 1)
    else {
      guard try mayMean(request, logged) else { throw reused }
      return try answerOfNow(logged)
    }
    guard means(request.target, logged, session) else { throw reused }
    let isRace = session.summary.profile.plan.race != nil
    let latestCrossing = isRace ? session.latestCrossing() : nil
    let time = request.time.time(
      event.reading, in: session.summary, latestCrossing: latestCrossing)
    guard time == event.time else { throw reused }
    do {
      let command = request.command.completed(by: event.kind)
      guard try session.decide(command, time) == event.kind else { throw reused }
    } catch is Refusal {
      throw reused
    }
    let reverted = session.reverted(by: event)
    let lastPress = Duration.latest(session.summary.latestPress, latestCrossing)
    let laps = session.summary.lapCount
    session.apply(event)
    var receipt = Receipt(
      logged.record, event.kind, session.summary, at: event.reading, session.lap(of: event),
      reverted?.completed(by: session),
      others: try others(beside: logged), lastPress: lastPress)
    receipt.timeOfEvent = session.time(of: event)
    if case .amended = event.kind {
      receipt.lapsLost = max(0, laps - session.summary.lapCount)
    }
    return receipt
  }

  /// Returns the other sessions that ran or counted down when an event was appended; nil if too
  /// many events would have to be read.
  ///
  /// Sessions with later events are folded up to that time; the rows of the others still apply.
  private mutating func others(beside logged: LoggedEvent) throws -> RunningSessions? {
    guard let versions = try versions(before: logged.position) else { return nil }
    let reading = logged.event.reading
    var others: [OpenSession] = []
    for (number, version) in versions where version > 0 && number != logged.session {
      guard let summary = try session(number, asOf: version)?.summary else { return nil }
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

extension Appender {
  /// Whether a request can have made an event, as far as the event shows.
  ///
  /// The name of the session and the number of a lap at that time are not known.
  private func mayMean(_ request: Request, _ logged: LoggedEvent) throws -> Bool {
    if case .named(let name, _) = request.target {
      switch SessionReference(name) {
      case .digits(let number), .number(let number):
        if number != logged.session { return false }
      case .uid(let uid): if try uid != self.uid(of: logged.session) { return false }
      case .name: break
      }
    }
    switch (request.command, logged.event.kind) {
    case (.undo, .reverted(let id, _)): return try !isReverted(id)
    case (.redo, .reverted(let id, false)): return try isReverted(id)
    case (.amend(let reference, let change), .amended(let id, let made)):
      return try change.mayMean(made) && mayMean(reference, id)
    case (.remove(let reference), .removed(let id)): return try mayMean(reference, id)
    // The segment depends on the state.
    case (.lap(let label, _), .lapped(let made, _)): return label == made
    case (.assign(let reference, let bib), .race(.assigned(let id, let made))):
      return try bib == made && mayMean(reference, id)
    case (.order(let references), .race(.ordered(let ids))):
      return try references.count == ids.count
        && zip(references, ids).allSatisfy { try mayMean($0, $1) }
    case (.plan(_, let format?), .planned(let made)):
      guard case .set(let race) = made.race, format.mayMean(race),
        case .plan(var change, _) = request.command.completed(by: logged.event.kind)
      else { return false }
      change.race = made.race
      return change == made
    case (.wave(let wave, let change, starts: true), .race(.waveStarted(let made, let race?))),
      (.wave(let wave, let change, starts: false), .race(.wavePlanned(let made, let race))):
      return wave == made && change.mayMean(race)
    case (.wave, _), (.amend, _), (.remove, _), (.undo, _), (.redo, _), (.lap, _), (.assign, _),
      (.order, _):
      return false
    case (.start, _), (.stop, _), (.resume, _), (.mark, _), (.plan, _), (.name, _), (.tag, _),
      (.untag, _), (.identify, _), (.discard, _), (.race, _), (.join, _):
      let command = request.command.completed(by: logged.event.kind)
      return command.kindInAnyState == logged.event.kind
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

  private func isReverted(_ id: EventID) throws -> Bool {
    guard case .reverted = try log.event(id)?.event.kind else { return false }
    return true
  }

  private func mayMean(_ reference: EventReference, _ lap: EventID) throws -> Bool {
    switch reference {
    case .event(let version): return try log.event(lap)?.event.version == version
    case .stream(let session, let version):
      let event = try log.event(lap)
      return event?.session == session && event?.event.version == version
    case .id(let id): return id == lap
    case .number, .start, .stop: return true
    }
  }

  /// Returns an answer with the identity of an event and the current state of its session.
  private func answerOfNow(_ logged: LoggedEvent) throws -> Receipt {
    guard let row = try tables.row(of: logged.session) else {
      throw LogError.inconsistent(.missingRow(session: logged.session))
    }
    var receipt = Receipt(
      logged.record, logged.event.kind, row.summary, at: logged.event.reading, nil, nil, others: nil
    )
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
    case .mark(let label): .timestamped(label: label)
    case .plan(let change, format: nil): .planned(change)
    case .name(let name): .named(name)
    case .tag(let tags): .tagged(tags)
    case .untag(let tags): .untagged(tags)
    case .identify(let people): .identified(people)
    case .discard: .discarded
    case .race(let event): .race(event)
    case .undo, .redo, .amend, .remove, .lap, .plan, .wave, .join, .assign, .order: nil
    }
  }

  /// Returns the command with the parts that the log had to add when an event was made: the
  /// segments of a course, and the id of a race.
  fileprivate func completed(by kind: Event.Kind) -> Command {
    switch self {
    case .start(var start):
      guard case .started(let made) = kind, start.plan.course != nil, start.plan.segments == nil
      else { return self }
      start.plan.segments = made.plan.segments
      return .start(start)
    case .plan(var change, let format):
      guard case .planned(let made) = kind, change.segments == .unchanged,
        case .set = change.course
      else { return self }
      change.segments = made.segments
      return .plan(change, format: format)
    case .join(_, let point, let priority):
      guard case .race(.joined(let race, let made, _)) = kind else { return self }
      return .race(.joined(race: race, point: point ?? made, priority: priority))
    case .stop, .resume, .lap, .mark, .undo, .redo, .amend, .remove, .name, .tag, .untag, .identify,
      .discard, .race, .wave, .assign, .order:
      return self
    }
  }
}

extension RaceFormatChange {
  /// Whether it can have made a format, which it would not change again.
  fileprivate func mayMean(_ format: RaceFormat) -> Bool { applied(to: format) == format }
}

extension Command.Change {
  /// Whether it can have made an amendment; a move to the latest press is any span ago.
  fileprivate func mayMean(_ amendment: Event.Amendment) -> Bool {
    guard label == amendment.label else { return false }
    switch (move, amendment.move) {
    case (nil, nil): return true
    case (.by(let span), .by(let made)), (.ago(let span), .ago(let made)): return span == made
    case (.at(let moment), .at(let made)): return moment == made
    case (.last, .ago): return true
    case (.by, _), (.at, _), (.ago, _), (.last, _), (nil, _): return false
    }
  }
}
