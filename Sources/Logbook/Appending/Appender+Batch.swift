import EventLog
import SQLite
import Text
package import Timing

extension Appender {
  /// Stops all sessions that run.
  ///
  /// Each event has the id of the first one as its `batch`. A repeated request gives the first
  /// answers.
  ///
  /// - Parameter request: a stop; its session is ignored.
  /// - Returns: an answer for each stopped session, in ascending order.
  /// - Throws: `Rejection`, with nothing written, if none is running or one cannot be stopped.
  mutating func stopAll(_ request: Request) throws -> [Receipt] {
    if request.mayBeRepeated {
      let first = try repeatedStops(request)
      if !first.isEmpty { return first.withSameOthers }
    }
    let known = try clockNumber(request.instant.clock)
    let reading = request.instant.reading(try known ?? connection.nextClock())
    let running = try tables.allRunning(at: reading) { number in
      try log.unlessDamaged(number) { _ in try renewed(number) }
    }
    .filter { session in try !isForeign(session) }
    if running.isEmpty { throw Rejection.noneRunning }
    let receipts = try running.enumerated().map { offset, session in
      do {
        return try answer(request.inBatch(number: offset + 1, of: session))
      } catch Rejection.refused(let refusal, let refused) where running.count > 1 {
        throw Rejection.oneRefused(refusal, session: refused)
      }
    }
    return receipts.withSameOthers
  }

  private mutating func repeatedStops(_ request: Request) throws -> [Receipt] {
    try events(ofBatch: request.id).enumerated().map { offset, logged in
      try answer(request.inBatch(number: offset + 1, of: logged.session))
    }
  }
}

extension [Receipt] {
  /// The answers with the sessions that run after the last of them, since the others end together.
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
  func inBatch(number: Int, of session: Int) -> Request {
    var request = self
    request.id = id.inBatch(number: number)
    request.batch = id
    request.target = .number(session)
    return request
  }
}

extension Appender {
  /// Appends the events of one command: all or none.
  ///
  /// - Returns: an answer for each request that is not left out, in order; for an undo or redo, one
  ///   for each session that it concerns.
  /// - Throws: `Rejection`, with nothing written, if one is refused.
  mutating func answer(together given: [Request]) throws -> [Receipt] {
    // A single crossing needs nothing of what follows.
    if given.count == 1, given[0].usesCachedSummary { return [try answer(given[0])] }
    if !given.allSatisfy(\.usesCachedSummary) { try writeDeferredRow() }
    let requests = try withSessionsOfBatch(withoutUnchangedEntries(given))
    try requireAllOrNone(requests)
    var receipts = try requests.map { try answer($0) }
    try addSessionsLeftOut(by: given, to: &receipts)
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

extension Request {
  /// Returns the requests of a command that appends several events.
  ///
  /// - Parameter commands: what is appended, in order; at least one.
  /// - Returns: the requests; if there are several, the n-th has the n-th id of the batch.
  package func batch(_ commands: [Command]) -> [Request] {
    commands.enumerated().map { offset, command in
      var request = self
      request.command = command
      guard commands.count > 1 else { return request }
      request.id = id.inBatch(number: offset + 1)
      request.batch = id
      return request
    }
  }
}

extension Tables {
  /// Returns the sessions that run at a reading, in ascending order.
  ///
  /// - Parameters:
  ///   - now: the reading.
  ///   - fold: returns the summary of a session whose row another version of the fold wrote.
  /// - Returns: their numbers.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n) in the sessions that ran or counted down at their last events.
  fileprivate func allRunning(at now: Reading, folding fold: (Int) throws -> Summary?) throws
    -> [Int]
  {
    let statement = try connection.cached(SessionColumn.selectOpen)
    defer { statement.reset() }
    var outdated: [Int] = []
    var running: [Int] = []
    while try statement.step() {
      let row = try row(of: statement, for: now)
      if !row.isCurrent {
        outdated.append(row.number)
      } else if row.summary.phase(at: now) == .running {
        running.append(row.number)
      }
    }
    for session in outdated where try fold(session)?.phase(at: now) == .running {
      running.append(session)
    }
    return Array(Set(running)).sorted()
  }
}
