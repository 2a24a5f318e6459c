import Timing
import Text
import SQLite

/// The appending of events within one transaction.
struct Append {
  let log: EventLog
  let connection: Connection
  let tables: Tables
  /// The ids of the events that were appended.
  private(set) var appended: [EventID] = []
  /// The sessions that repeated requests were of, as of these, the one asked for last at the end.
  var past: [(number: Int, state: Session)] = []
  /// How many more events may be read to give first answers once more.
  var readable = Self.mostRead
  /// How many events are read in one transaction to give first answers once more: a tenth of a
  /// second's worth, or two.
  static let mostRead = 100_000
  static let mostPast = 4
  /// What those before have left, so that the next one need not ask.
  var trail = Trail()

  init(log: EventLog, _ connection: Connection) {
    self.log = log
    self.connection = connection
    tables = Tables(connection: connection)
  }

  /// Appends what is requested.
  ///
  /// - Throws: `Rejection`, with nothing written for this request.
  mutating func answer(_ request: Request) throws -> Receipt {
    if request.mayBeRepeated, let first = try repeated(request) { return first }
    return try append(request)
  }

  private mutating func append(_ request: Request) throws -> Receipt {
    let known = try clockNumber(request.instant.clock)
    let clock = try known ?? nextClock()
    let reading = request.instant.reading(clock)
    let open = try openSessions(at: reading)
    let number = try session(for: request, open)
    let before = try trail.summary(of: number) ?? tables.summary(of: number, for: reading)
    if case .start = request.command,
      before.flatMap({ OpenSession(session: number, $0, at: reading) }) == nil
    {
      try refuse(request.target, beside: open)
    }

    let claim = request.time.claim(reading)
    let kind = try decide(request.command, claim, before ?? Summary(), number)
    if let reason = kind.unsoundness { throw Rejection.unsound(reason) }
    let data = kind.data
    if data.utf8.count > EventBounds.mostBytes {
      throw Rejection.unsound("the payload is longer than 1 MiB")
    }
    let event = Event(
      id: request.id, version: (before?.version ?? 0) + 1, kind: kind, at: claim.at,
      basis: claim.basis, reading: reading)
    let uid = try before == nil ? event.id : uid(of: number)
    if known == nil {
      log.file.willAddClock()
      try insert(request.instant.clock, clock)
    }
    let logged = try insert(event, data, number, uid, request)
    appended.append(event.id)
    let (summary, lap) = try takeIn(event, before, number, uid)
    trail.follow(logged, summary, uid, request.instant.clock)
    return Receipt(
      logged, summary, at: reading, lap,
      others: RunningSessions(open.map(\.session).filter { $0 != number }))
  }

  /// What the command makes of the session, by its summary where that is enough.
  private func decide(
    _ command: Command, _ claim: Claim, _ summary: Summary, _ number: Int
  ) throws -> Event.Kind {
    do throws(Refusal) {
      if let kind = try summary.decide(command, claim) { return kind }
    } catch {
      throw Rejection.refused(error, session: number)
    }
    let session = try log.fold(number, summary.version)
    do throws(Refusal) {
      return try session.decide(command, claim)
    } catch {
      throw Rejection.refused(error, session: number)
    }
  }

  /// Takes an event into the tables.
  private func takeIn(
    _ event: Event, _ before: Summary?, _ number: Int, _ uid: EventID
  ) throws -> (Summary, Lap?) {
    var summary = before ?? Summary()
    if log.folded?.session != number, let addition = summary.apply(event) {
      try tables.put(addition, number)
      try tables.put(summary, from: before, number, uid)
      return (summary, addition.lap)
    }
    var session = try log.fold(number, event.version - 1)
    log.folded = nil
    let change = session.change(by: event)
    try tables.put(change, of: session, number)
    try tables.put(session.summary, from: before, number, uid)
    log.folded = (number, session)
    return (session.summary, session.lap(of: event))
  }
}

extension Summary.Addition {
  /// The lap, if it is one.
  fileprivate var lap: Lap? {
    if case .lap(let lap) = self { lap } else { nil }
  }
}

extension Receipt {
  /// The answer for an event that has been taken in.
  init(
    _ logged: LoggedEvent, _ summary: Summary, at reading: Reading, _ lap: Lap?,
    others: RunningSessions?
  ) {
    self.init(
      session: logged.session, position: logged.position, version: logged.event.version,
      id: logged.event.id, kind: logged.kind, at: logged.event.at,
      phase: summary.phase(at: reading), runningTime: summary.runningTime(at: reading) ?? .zero,
      lap: lap, name: summary.profile.name, others: others)
  }
}
