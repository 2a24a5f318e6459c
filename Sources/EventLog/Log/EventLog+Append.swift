import Timing
import Text
import SQLite

extension EventLog {
  /// Appends what is requested, if the session's state allows it.
  ///
  /// - Returns: the answer, once the event is durable.
  /// - Throws: `Rejection` if it is not allowed, and nothing is written; `LogError.commitFailed` if
  ///   what became of it had to be looked up; `OpeningError` if the log cannot be made;
  ///   `DatabaseError`, with nothing written.
  public func append(_ request: Request) throws -> Receipt {
    // The log is made by the first write that is not refused.
    try look()
    if connection == nil, let rejection = request.rejectionByEmptyLog { throw rejection }
    return try append { try $0.answer(request) }
  }

  /// Appends what is requested in one transaction, each request on the state that those before it
  /// have made.
  ///
  /// - Returns: an answer for each request, in order, once all events are durable; a rejection
  ///   leaves the others as they are.
  /// - Throws: as `append(_:)`, but for rejections; then none of the events is appended, unless the
  ///   error says otherwise.
  public func append(_ requests: [Request]) throws -> [Result<Receipt, Rejection>] {
    try look()
    if connection == nil {
      let rejections = requests.compactMap(\.rejectionByEmptyLog)
      if rejections.count == requests.count { return rejections.map { .failure($0) } }
    }
    return try append { append in
      try requests.map { request in
        do {
          return Result<Receipt, Rejection>.success(try append.answer(request))
        } catch let rejection as Rejection {
          return .failure(rejection)
        }
      }
    }
  }

  /// Appends in one transaction, on what the one before has left.
  private func append<Answer>(_ body: (inout Append) throws -> Answer) throws -> Answer {
    let connection = try create()
    var append = Append(log: self, connection)
    let answer = try write(ids: append.appended) {
      // Taken, not copied: what changes of it then changes in its place.
      append.trail = trail.take()?.left ?? Trail()
      return try body(&append)
    }
    trail = (connection.dataVersion, append.trail)
    if !append.appended.isEmpty { committed() }
    return answer
  }

  /// Writes in one transaction, and finds out what became of it if COMMIT fails.
  ///
  /// - Parameters:
  ///   - ids: of events that are in the log if and only if the transaction is.
  ///   - asksFold: whether to refuse if a newer fold wrote the tables; otherwise the body does.
  ///   - body: what to write.
  /// - Returns: what the body returned, once it is durable.
  /// - Throws: the error of the body; `LogError.moved`; `LogError.newerFold`;
  ///   `LogError.commitFailed`; `DatabaseError`.
  func write<Value>(
    ids: @autoclosure () -> [EventID], askingFold asksFold: Bool = true,
    _ body: () throws -> Value
  ) throws -> Value {
    let connection = try create()
    do {
      return try connection.transaction {
        // What is written to a file that nobody can find is lost with this process.
        guard !connection.hasMoved else { throw LogError.moved(path: file.path) }
        if trail?.dataVersion != connection.dataVersion {
          trail = nil
          if asksFold { try refuseOtherFold(connection) }
        }
        return try body()
      }
    } catch {
      folded = nil
      trail = nil
      guard let failure = error as? CommitOutcomeUnknown else { throw error }
      throw LogError.commitFailed(outcome(of: ids(), failure.reason), failure.reason)
    }
  }
}

extension Request {
  /// Why it cannot be done where there is no session at all; nil if it makes one.
  fileprivate var rejectionByEmptyLog: Rejection? {
    switch (command, target) {
    case (.start(let start), .new): Event.Kind.started(start).unsoundness.map { .unsound($0) }
    case (_, .named(let name, _)): .unknownSession(name)
    default: .noSession
    }
  }
}
