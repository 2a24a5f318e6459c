import EventLog
import SQLite
import Text
package import Timing

extension Appender {
  /// Appends the events of commands, and writes all rows that they change.
  mutating func answer(_ commands: [[Request]]) throws -> [Result<[Receipt], Rejection>] {
    var answers: [Result<[Receipt], Rejection>] = []
    answers.reserveCapacity(commands.count)
    for requests in commands {
      do {
        answers.append(.success(try answer(together: requests)))
      } catch let rejection as Rejection {
        // The transaction ends without the events of the command.
        if commands.count == 1, !appended.isEmpty { throw rejection }
        answers.append(.failure(rejection))
      }
    }
    try writeDeferredRow()
    try foldStaleRaces()
    if !provisional.isEmpty {
      answers = answers.map { answer in
        answer.map { receipts in
          receipts.map { receipt in
            var receipt = receipt
            receipt.crossing = provisional[receipt.id] ?? receipt.crossing
            return receipt
          }
        }
      }
    }
    guard comparesPlaces else { return answers }
    return try answers.map { .success(try withPlaces($0.get())) }
  }

  /// Returns the receipts of a command with the places that it changed, which the last correction of
  /// each race has.
  private func withPlaces(_ receipts: [Receipt]) throws -> [Receipt] {
    var (receipts, reported) = (receipts, Set<Int>())
    for index in receipts.indices.reversed() where receipts[index].kind.isCorrection {
      let receipt = receipts[index]
      guard appended.contains(receipt.id),
        let race = try race(of: receipt.session, receipt.profile), let changes = places[race]
      else { continue }
      receipts[index].places = reported.insert(race).inserted ? changes : []
    }
    return receipts
  }

  /// Appends the events of one command: all, or none if one is refused.
  ///
  /// Returns an answer for each request, in order; for an undo or redo, and for `stop --all` and a
  /// new name of a course, one for each session that it concerns.
  mutating func answer(together given: [Request]) throws -> [Receipt] {
    if given.count == 1, given[0].appendsOneEvent { return [try answer(given[0])] }
    if !given.allSatisfy(\.usesCachedSummary) { try writeDeferredRow() }
    let renamings = try renamings(by: given)
    let requests = try renamings?.requests ?? withSessionsOfBatch(given)
    let isForSeveralSessions = requests.count > 1 && requests[0].isAlike(requests[1])
    try requireAllOrNone(requests)
    var receipts =
      try isForSeveralSessions
      ? answer(inEachSession: requests) : requests.map { try answer($0) }
    try addSessionsLeftOut(by: given, to: &receipts)
    if let renamings { receipts[receipts.count - 1].leftOut = renamings.left }
    return receipts
  }

  /// Refuses a repeated command whose events are partly in the log: it was another one.
  private func requireAllOrNone(_ requests: [Request]) throws {
    guard let first = requests.first, first.mayBeRepeated else { return }
    let known = try requests.count { try log.event($0.id) != nil }
    let batch = requests.last?.batch
    let count = requests.count { $0.batch == batch }
    let following = try batch.flatMap { try log.event($0.inBatch(number: count + 1)) }
    guard known == 0 || known == requests.count && following == nil else {
      throw Rejection.idReused(first.id)
    }
  }

  /// Returns the sessions that `stop --all` stops, in ascending order; without any it is rejected.
  private mutating func runningSessions(for request: Request) throws -> [Int] {
    let reading = try reading(of: request)
    let running = try tables.openRows(at: reading, most: .max).rows.filter { session, summary in
      try summary.phase(at: reading) == .running && !isForeign(session)
    }
    if running.isEmpty { throw try log.newestSession == 0 ? Rejection.noSession : .noneRunning }
    return running.map(\.session).reversed()
  }

  /// Appends an event to each of several sessions: all, or none if one of them is refused.
  private mutating func answer(inEachSession requests: [Request]) throws -> [Receipt] {
    let before = self
    var receipts: [Receipt] = []
    try connection.execute("SAVEPOINT sessions")
    do {
      for request in requests {
        let receipt = try answer(request)
        // A finished session can be stopped twice.
        if receipts.contains(where: { $0.session == receipt.session }) {
          throw Rejection.invalid("session \(receipt.session) is named twice")
        }
        receipts.append(receipt)
      }
      try connection.execute("RELEASE sessions")
      // The clocks stop together: the others are those that run after the last of them.
      if requests[0].command == .stop {
        let others = receipts.last?.others
        for index in receipts.indices { receipts[index].others = others }
      }
      return receipts
    } catch let rejection as Rejection {
      self = before
      cache.forgetAll()
      try connection.execute("ROLLBACK TO sessions; RELEASE sessions")
      guard case .refused(let refusal, let session, let moment) = rejection else { throw rejection }
      if receipts.contains(where: { $0.session == session }) {
        throw Rejection.invalid("session \(session) is named twice")
      }
      throw Rejection.oneRefused(refusal, session: session, at: moment)
    }
  }

  /// Returns the requests of an undo or redo that names no session, one for each session of the
  /// command that it takes back or restores; for `stop --all`, one for each running session.
  ///
  /// They are in ascending order of the sessions. A session is left out if its undo or redo would
  /// concern another event. A repeated command has the same requests as the first time. The
  /// requests of other commands, and those for a single session, stay as they are.
  mutating func withSessionsOfBatch(_ requests: [Request]) throws -> [Request] {
    guard requests.count == 1, let request = requests.first,
      request.isForAllRunning || request.isReversalInImpliedSession
    else { return requests }
    if request.mayBeRepeated, let logged = try log.event(request.id) {
      guard request.isForAllRunning || logged.event.batch == request.id else { return requests }
      return request.batch(of: try events(ofBatch: request.id).map { .number($0.session) })
    }
    if request.isForAllRunning {
      return request.batch(of: try runningSessions(for: request).map { .number($0) })
    }
    let reading = try reading(of: request)
    let number = try session(for: request, [])
    guard let event = try reversed(by: request.command, number, at: reading),
      let batch = event.batch, try isInSeveralSessions(batch)
    else { return requests }
    let sessions = try events(ofBatch: batch).map { ($0.session, $0.event.id) }.filter {
      session, id in
      if session == number { return true }
      if try isForeign(session) { return false }
      return try log.unlessDamaged(session) {
        try reversed(by: request.command, session, at: reading)?.id == id
      } ?? false
    }
    return sessions.count == 1 ? requests : request.batch(of: sessions.map { .number($0.0) })
  }

  /// Adds the sessions whose events of the command that was taken back or restored still stand.
  private func addSessionsLeftOut(by requests: [Request], to receipts: inout [Receipt]) throws {
    guard requests.count == 1, requests[0].isReversalInImpliedSession,
      case .reverted(let id, _)? = receipts.last?.kind,
      let batch = try log.event(id)?.event.batch, try isInSeveralSessions(batch)
    else { return }
    let concerned = Set(receipts.map(\.session))
    receipts[receipts.count - 1].leftOut = try events(ofBatch: batch).filter { logged in
      guard !concerned.contains(logged.session) else { return false }
      return try log.unlessDamaged { try log.session(logged.session) }?
        .stands(logged.event.version) ?? false
    }.map(\.session)
  }

  func events(ofBatch id: EventID) throws -> [LoggedEvent] {
    var events: [LoggedEvent] = []
    while let logged = try log.event(id.inBatch(number: events.count + 1)) { events.append(logged) }
    return events
  }

  /// Whether the events of a command are in different sessions; then each is in one of its own.
  private func isInSeveralSessions(_ batch: EventID) throws -> Bool {
    guard let first = try log.event(batch), let second = try log.event(batch.inBatch(number: 2))
    else { return false }
    return first.session != second.session
  }

  /// Returns the event that an undo or redo of a session would take back; nil if it is refused.
  private mutating func reversed(
    by command: Command, _ number: Int, at reading: Reading
  ) throws -> Event? {
    guard let version = try tables.row(of: number)?.summary.version else { return nil }
    let session = try fold(number, version)
    let passed = try events(passedBy: command, in: session)
    do throws(Refusal) {
      let kind = try session.decide(command, .now(reading), passingOver: passed)
      guard case .reverted(let id, _) = kind else { return nil }
      return session.event(id)
    } catch {
      return nil
    }
  }

  /// Returns the requests of a command that renames a course or a segment, one for each session of
  /// this device that has it, in ascending order; nil for other commands.
  ///
  /// Also returns the sessions of other devices that have the name. A repeated command has the same
  /// requests as the first time.
  mutating func renamings(by requests: [Request]) throws -> (requests: [Request], left: [Int])? {
    guard requests.count == 1, let request = requests.first, let renaming = request.renaming
    else { return nil }
    let courses = try sessions(ofCourse: renaming.course)
    var (changes, left): ([(session: Int, change: Command)], [Int]) = ([], [])
    for (session, plan) in courses {
      guard let change = renaming.change(of: plan) else { continue }
      if try isForeign(session) {
        left.append(session)
      } else {
        changes.append((session, .plan(change)))
      }
    }
    if request.mayBeRepeated, try log.event(request.id) != nil {
      changes = try events(ofBatch: request.id).map { logged in
        let before = try fold(logged.session, logged.event.version - 1)
        guard let change = renaming.change(of: before.summary.profile.plan) else {
          throw Rejection.idReused(request.id)
        }
        return (logged.session, .plan(change))
      }
    }
    if !changes.isEmpty {
      var renamed = request.batch(of: changes.map { .number($0.session) })
      for index in changes.indices { renamed[index].command = changes[index].change }
      return (renamed, left)
    }
    if let foreign = left.first { throw Rejection.otherDevice(session: foreign) }
    guard let newest = courses.last, let segment = renaming.segment else {
      throw Rejection.course(
        .unknown(renaming.course, suggestion: try log.course(similarTo: renaming.course)))
    }
    throw Rejection.course(
      .unknownSegment(
        segment, of: renaming.course,
        suggestion: Spelling.nearest(to: segment, among: newest.plan.segments ?? [])))
  }

  /// Leaves out discarded sessions; the others are in ascending order.
  private mutating func sessions(ofCourse course: String) throws -> [(session: Int, plan: Plan)] {
    try connection.prepare(
      """
      SELECT session FROM sessions WHERE phase <> 'discarded' \
      AND CASE WHEN json_valid(plan) THEN plan ->> 'course' = ? END ORDER BY session
      """
    ).bind(course).all { Int($0.int(0)) }.compactMap { number in
      try currentSummary(of: number).map { (number, $0.profile.plan) }
    }
  }
}

extension Request {
  private func inBatch(number: Int) -> Request {
    var request = self
    request.id = id.inBatch(number: number)
    request.batch = id
    return request
  }

  /// Returns the requests of a command that appends several events, at least one; if there are
  /// several, the n-th has the n-th id of the batch.
  package func batch(_ commands: [Command]) -> [Request] {
    commands.enumerated().map { offset, command in
      var request = commands.count > 1 ? inBatch(number: offset + 1) : self
      request.command = command
      return request
    }
  }

  /// Returns the requests of a command for several sessions; each has the first id as its batch.
  package func batch(of targets: [Target]) -> [Request] {
    targets.enumerated().map { offset, target in
      var request = inBatch(number: offset + 1)
      request.target = target
      request.isForAllRunning = false
      return request
    }
  }

  /// Whether another request is the same command for another session.
  func isAlike(_ other: Request) -> Bool {
    other.command == command && other.target != target
  }

  /// Whether it appends one event, and cannot be a command that was recorded before.
  fileprivate var appendsOneEvent: Bool {
    !mayBeRepeated && !isForAllRunning && renaming == nil && !isReversalInImpliedSession
  }

  var isReversalInImpliedSession: Bool {
    guard case .implied = target else { return false }
    if case .undo = command { return true }
    return if case .redo = command { true } else { false }
  }
}
