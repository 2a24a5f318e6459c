import EventLog
import Racing
import SQLite
import Text
import Timing

/// Appends events within one transaction.
struct Appender {
  let log: Logbook
  let connection: Connection
  /// Whether the places that the events change are noted.
  let comparesPlaces: Bool
  /// Whether each command of several is answered with the state after its own events.
  let isStreamed: Bool
  /// The races whose rows are to be written at the end of the transaction.
  var staleRaces: [Int: StaleRace] = [:]
  /// The position of the event that is being appended.
  private(set) var position = 0
  /// The reading of its request.
  private(set) var reading: Reading?
  /// The event that it removes.
  private(set) var removed: EventID?
  /// The row of a session that crossings have changed, and that is not written yet.
  var deferred: DeferredRow?
  private(set) var appended: [EventID] = []
  /// The crossing that is being appended, if it was judged from the rows of its race.
  var crossing: StoredCrossing?
  /// The crossings of events that were answered before their race was judged.
  var provisional: [EventID: StoredCrossing] = [:]
  /// The places that the events changed in each race, if they are noted.
  var places: [Int: [PlaceChange]] = [:]
  /// The sessions folded for repeated requests.
  var past: [Int: Session] = [:]
  /// The race folded for them.
  var pastRace: FoldedRace?
  /// The number of events that may still be read to find the sessions that ran beside repeated
  /// requests: one to two tenths of a second.
  var readable = 100_000

  var cache: AppendCache { log.cache }
  var tables: Tables { Tables(connection: connection) }

  /// Appends the event of a request; if it is rejected, nothing is written for it.
  mutating func answer(_ request: Request) throws -> Receipt {
    if !request.usesCachedSummary { try writeDeferredRow() }
    if !request.command.isCrossing { try judgeProvisionalCrossings() }
    if request.mayBeRepeated, let first = try repeated(request) { return first }
    return try append(request)
  }

  private mutating func append(_ request: Request) throws -> Receipt {
    let known = try clockNumber(request.instant.clock)
    let clock = try known ?? connection.nextClock()
    let read = request.instant.reading(clock)
    let open = try openSessions(at: read)
    let number = try session(for: request, open)
    if deferred?.session != number { try writeDeferredRow() }
    if request.command.isCrossing, request.time == .now { try writeRows(beforeCrossingOf: number) }
    let before = try summary(of: number, for: read)
    let last = try newestReading(of: known, in: before)
    let reading = last.map(read.withoutJitter) ?? read
    if let before, try isForeign(number) {
      throw Rejection.otherDevice(session: number, race: try race(of: number, before.profile))
    }
    if case .start = request.command,
      before.flatMap({ OpenSession(session: number, $0, at: reading) }) == nil
    {
      try refuse(request.target, beside: open, at: reading)
    }

    let latestCrossing =
      request.needsLatestCrossing
      ? try before.flatMap { try self.latestCrossing(of: number, $0) } : nil
    let former = before ?? Summary()
    let (kind, time) = try decideStated(request, former, number, at: reading, latestCrossing)
    let payload = kind.payload(inBatch: request.batch)
    if let reason = payload.fault ?? payload.data.payloadLengthFault {
      throw Rejection.invalid(reason)
    }
    let event = Event(
      id: request.id, version: former.version + 1, kind: kind, at: time.at,
      basis: time.basis, reading: reading, batch: request.batch)
    let uid = try before == nil ? event.id : uid(of: number)
    if known == nil {
      log.file.willAddClock()
      try connection.insert(request.instant.clock, clock)
    }
    var record = Record(
      event, position: try newestPosition + 1, session: number,
      kindVersion: payload.version, source: request.source,
      data: payload.data)
    position = record.position
    self.reading = reading
    removed = if case .removed(let target) = kind { target } else { nil }
    record.digest = Digest.of(record, session: uid, clock: request.instant.clock)
    try connection.insert(record)
    appended.append(event.id)
    crossing = nil
    let (summary, lap, reverted, folded) = try project(event, before, number, uid)
    cache.follow(record, summary, uid, request.instant.clock)
    var receipt = Receipt(
      record, event, from: former, to: summary, lap, reverted,
      others: RunningSessions(open: open.filter { $0.session != number }), latestCrossing)
    if event.kind.isPassage {
      receipt.timeOfEvent =
        if let before, let place = before.place(ofNext: event) {
          before.runningTime(atPlace: place)
        } else {
          try (folded ?? foldUnlessDamaged(number, event.version))?.time(of: event)
        }
    }
    try addState(to: &receipt)
    return receipt
  }

  /// Returns the place of the latest crossing of a race; nil for other sessions.
  ///
  /// - Complexity: O(n) in the events of the race.
  private mutating func latestCrossing(of number: Int, _ summary: Summary) throws -> Duration? {
    guard summary.profile.plan.isRace else { return nil }
    return try fold(number, summary.version).latestCrossing()
  }

  mutating func decide(
    _ request: Request, _ summary: Summary, _ number: Int, at reading: Reading,
    _ latestCrossing: Duration?
  ) throws -> (kind: Event.Kind, time: EventTime) {
    let time = request.time.time(reading, in: summary, latestCrossing: latestCrossing)
    var command = request.command
    // A crossing names nothing that the log knows.
    if !command.isCrossing { command = try withRace(withSegments(command)) }
    do {
      let kind = try summary.decide(command, time) {
        let session = try fold(number, summary.version)
        return (
          session, try namedEvents(of: command, number), try events(passedBy: command, in: session)
        )
      }
      return (kind, time)
    } catch let refusal as Refusal {
      if case .timesPoint(let race) = refusal {
        let own = try log.number(ofSession: race)
        throw Rejection.timesPoint(
          session: number, of: race, race: own,
          isForeign: try own.map { try isForeign($0) } ?? false)
      }
      throw Rejection.refused(refusal, session: number)
    } catch let error as LogError where error.flaw != nil {
      // The moment of a gun is not lost because the names of the waves cannot be read.
      guard case .race(let gun) = command, case .waveStarted(_, race: nil) = gun else {
        throw error
      }
      _ = try log.unlessDamaged(number, leavingOut: .check) { () -> Void? in throw error }
      return (.race(gun), time)
    }
  }

  /// Returns the summary of a session, valid for a reading; nil if there is no such session.
  private func summary(of number: Int, for reading: Reading) throws -> Summary? {
    if let known = cache.summary(of: number) { return known }
    if let row = try tables.row(of: number, for: reading, withLabels: false) { return row.summary }
    // A session has a row, unless its events cannot be folded.
    if try log.session(number) != nil { throw LogError.inconsistent(.missingSession(number)) }
    return nil
  }

  private mutating func project(
    _ event: Event, _ before: Summary?, _ number: Int, _ uid: EventID
  ) throws -> (Summary, Lap?, RevertedEvent?, folded: Session?) {
    var summary = before ?? Summary()
    if case .lapped = event.kind { try tables.readLabels(&summary, number) }
    if cache.folded?.session != number, let addition = summary.apply(event) {
      try tables.put(addition, number)
      try putRow(summary, from: before, number, uid, after: event)
      try tables.updateAttempt(number, from: before, to: summary, isInOrder: true) {
        try fold(number, event.version)
      }
      try updateRaces(with: event, from: before, to: summary, number, uid)
      let lap: Lap? = if case .lap(let lap) = addition { lap } else { nil }
      return (summary, lap, nil, nil)
    }
    let isRace = before?.profile.plan.isRace ?? false
    let (session, change, reverted) =
      try isRace ? changeRace(number, by: event) : changeSession(number, by: event)
    try tables.put(change, of: session, number)
    try putRow(session.summary, from: before, number, uid, after: event)
    try tables.updateAttempt(number, from: before, to: session.summary) { session }
    let isInOrder = if case .added = change { !isRace } else { false }
    try updateRaces(
      with: event, from: before, to: session.summary, number, uid, isInOrder: isInOrder)
    return (session.summary, session.lap(of: event), reverted?.completed(by: session), session)
  }

  /// Folds a session, applies its next event, and returns it with the change, and with what an undo
  /// or redo took back or restored.
  private mutating func changeSession(
    _ number: Int, by event: Event
  ) throws -> (Session, Session.Change, RevertedEvent?) {
    var session = try fold(number, event.version - 1)
    // Only one copy is left, which is then changed in place.
    cache.folded = nil
    let reverted = session.reverted(by: event)
    let change = session.change(by: event)
    cache.folded = (number, session)
    return (session, change, reverted)
  }

  /// Returns a session at its newest version according to the tables, from the cache if possible.
  ///
  /// Events never change, so a cached session needs only the events that others appended since.
  mutating func fold(_ number: Int, _ version: Int) throws -> Session {
    if try isRace(number) {
      try foldRace(number)
      guard let session = cache.race?.race.session, session.summary.version == version else {
        throw LogError.inconsistent(.missingEvents(session: number))
      }
      return session
    }
    var session = Session()
    if let folded = cache.folded, folded.session == number, folded.state.summary.version <= version
    {
      if folded.state.summary.version == version { return folded.state }
      session = folded.state
    }
    cache.folded = nil
    try session.applyNewest(of: number, in: log, through: version)
    guard session.summary.version == version else {
      throw LogError.inconsistent(.missingEvents(session: number))
    }
    cache.folded = (number, session)
    return session
  }

  /// Returns a session, as `fold`; nil if one of its events is damaged, which must not prevent the
  /// next one.
  mutating func foldUnlessDamaged(_ number: Int, _ version: Int) throws -> Session? {
    try log.unlessDamaged { try fold(number, version) }
  }

  func session(for request: Request, _ open: [OpenSession]) throws -> Int {
    switch request.target {
    case .new: try log.newestSession + 1
    case .named(let name, _): try log.sessionNumber(named: name)
    case .number(let number): number
    case .implied:
      try request.isReversalInImpliedSession
        ? log.session(ofNewestEventBy: request.instant.clock.device)
        : ownSession(of: request.command) ?? log.impliedSession(of: request.command, open)
    }
  }

  /// Returns the session whose event a command amends or removes; nil for other commands, without a
  /// session, and for one that times a point: the race may correct its events.
  private func ownSession(of command: Command) throws -> Int? {
    guard command.isForTimingPoints, case .stream(let number, _)? = command.references.first,
      let summary = try currentSummary(of: number), summary.profile.timingPoint == nil
    else { return nil }
    return number
  }

  /// Refuses a start while other sessions run or count down, unless the request allows it.
  ///
  /// For a session that itself runs, the decision gives its own reason.
  private mutating func refuse(
    _ target: Request.Target, beside open: [OpenSession], at reading: Reading
  ) throws {
    switch target {
    case .new(also: true), .named(_, also: true): return
    case .new, .named, .number, .implied: break
    }
    guard !open.isEmpty else { return }
    let only = open.count == 1 ? try summary(of: open[0].session, for: reading) : nil
    let crossing = try only.flatMap { try latestCrossing(of: open[0].session, $0) }
    throw Rejection.othersRun(
      try log.running(open), areCountingDown: open.allSatisfy { $0.phase == .countdown },
      only: only.map { summary in
        RunningSession(
          name: summary.profile.name, runningTime: summary.runningTime(at: reading) ?? .zero,
          sinceLastPress: summary.spanSinceLatestPress(at: reading, latestCrossing: crossing),
          endsAtTime: summary.profile.plan.race?.finish.isAtTime ?? false)
      })
  }
}

extension Session {
  /// The running time at an event with a moment in a race; nil for others, and without a start.
  func time(of event: Event) -> Duration? {
    guard event.kind.isPassage else { return nil }
    return raceEvent(event.version).flatMap { runningTime(atPlace: $0.place) }
  }
}
