import EventLog
import SQLite
import Text
package import Timing

extension Appender {
  /// Returns the sessions that a request for all running ones stops, in ascending order; without
  /// any it is rejected.
  ///
  /// A repeated request has the same sessions as the first time.
  mutating func runningSessions(for request: Request) throws -> [Int] {
    if request.mayBeRepeated {
      let first = try events(ofBatch: request.id)
      if !first.isEmpty { return first.map(\.session) }
    }
    let known = try clockNumber(request.instant.clock)
    let reading = request.instant.reading(try known ?? connection.nextClock())
    let running = try tables.openRows(at: reading, most: .max).rows.filter { session, summary in
      try summary.phase(at: reading) == .running && !isForeign(session)
    }
    if running.isEmpty { throw Rejection.noneRunning }
    return running.map(\.session).reversed()
  }

  /// Appends an event to each of several sessions: all, or none if one of them is refused.
  private mutating func answer(inEachSession requests: [Request]) throws -> [Receipt] {
    let before = self
    try connection.execute("SAVEPOINT sessions")
    do {
      let receipts = try requests.map { try answer($0) }
      try connection.execute("RELEASE sessions")
      // The clocks stop together.
      return requests[0].command == .stop ? receipts.withSameOthers : receipts
    } catch let rejection as Rejection {
      self = before
      cache.forgetAll()
      try connection.execute("ROLLBACK TO sessions; RELEASE sessions")
      guard case .refused(let refusal, let session, let moment) = rejection else { throw rejection }
      throw Rejection.oneRefused(refusal, session: session, at: moment)
    }
  }
}

extension [Receipt] {
  /// The answers with the sessions that run after the last of them.
  fileprivate var withSameOthers: [Receipt] {
    map { receipt in
      var receipt = receipt
      receipt.others = last?.others
      return receipt
    }
  }
}

extension Request {
  /// One of the requests of a command that appends several events.
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
}

extension Appender {
  /// Appends the events of one command: all, or none if one is refused.
  ///
  /// Returns an answer for each request that is not left out, in order; for an undo or redo, and
  /// for `stop --all` and a new name of a course, one for each session that it concerns.
  mutating func answer(together given: [Request]) throws -> [Receipt] {
    // A single crossing needs nothing of what follows.
    if given.count == 1, given[0].usesCachedSummary { return [try answer(given[0])] }
    if !given.allSatisfy(\.usesCachedSummary) { try writeDeferredRow() }
    let renamings = try renamings(by: given)
    let requests =
      try renamings?.requests
      ?? withSessionsOfBatch(withoutUnchangedEntries(withoutRepeatedSessions(given)))
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
}
