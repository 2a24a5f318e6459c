import EventLog
import SQLite
import Text
public import Timing

extension Logbook {
  /// Appends the event of a request, if the session's state allows it.
  ///
  /// - Returns: the answer, once the event is durable.
  /// - Throws: `Rejection` if it is not allowed, with nothing written; `LogError.commitFailed` if
  ///   COMMIT failed and the outcome had to be determined; `OpeningError` if the log cannot be
  ///   created; `DatabaseError`, with nothing written.
  public func append(_ request: Request) throws -> Receipt {
    // The first accepted write creates the log.
    try openIfPresent()
    if connection == nil, let rejection = request.rejectionByEmptyLog { throw rejection }
    return try append { try $0.answer(request) }
  }

  /// Appends the events of requests in one transaction; each request sees the state after those
  /// before it.
  ///
  /// - Returns: an answer for each request, in order, once all events are durable; a rejection does
  ///   not affect the others.
  /// - Throws: as `append(_:)`, except for rejections; then no event is appended, unless the error
  ///   states otherwise.
  public func append(_ requests: [Request]) throws -> [Result<Receipt, Rejection>] {
    try openIfPresent()
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

  /// Appends in one transaction.
  private func append<Answer>(_ body: (inout Appender) throws -> Answer) throws -> Answer {
    let connection = try create()
    var appended: [EventID] = []
    do {
      let answer = try write(ids: appended, caching: true) { isUnchanged in
        var appender = Appender(log: self, connection)
        // Moved, not copied: its parts then change in place.
        swap(&appender.cache, &cache)
        if !isUnchanged { appender.cache.forgetRows() }
        defer {
          swap(&appender.cache, &cache)
          appended = appender.appended
        }
        return try body(&appender)
      }
      if !appended.isEmpty { committed() }
      return answer
    } catch {
      cache = AppendCache()
      throw error
    }
  }
}

extension Request {
  /// The reason why the request is impossible without any session; nil if it creates one.
  fileprivate var rejectionByEmptyLog: Rejection? {
    switch (command, target) {
    case (.start(let start), .new): Event.Kind.started(start).validationError.map { .invalid($0) }
    case (_, .named(let name, _)): .unknownSession(name)
    default: .noSession
    }
  }
}
