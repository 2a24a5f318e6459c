import EventLog
import SQLite
import Text
public import Timing

extension Logbook {
  /// Appends the event of a request, if the session's state allows it.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - comparingPlaces: whether ``placesChanged(by:from:at:)`` follows.
  /// - Returns: the answer, once the event is durable.
  /// - Throws: `Rejection` if it is not allowed, with nothing written; `LogError.commitFailed` if
  ///   COMMIT failed and the outcome had to be determined; `OpeningError` if the log cannot be
  ///   created; `DatabaseError`, with nothing written.
  public func append(_ request: Request, comparingPlaces: Bool = false) throws -> Receipt {
    try append(request, comparing: comparingPlaces && !request.command.isCrossing) {
      try $0.answer(request)
    }
  }

  /// Appends the events of one command in one transaction: all or none.
  ///
  /// Returns the answers in the order of the requests, of which there is at least one.
  /// `comparingPlaces` is for ``placesChanged(by:from:at:)``. Throws a `Rejection`, with nothing
  /// written, if one request is refused.
  package func append(
    together requests: [Request], comparingPlaces: Bool = false
  ) throws -> [Receipt] {
    let isComparing = comparingPlaces && !requests.allSatisfy(\.command.isCrossing)
    return try append(requests.first, comparing: isComparing) {
      try $0.answer(together: requests)
    }
  }

  /// Appends the events of several commands in one transaction, those of each command all or none.
  ///
  /// Either the commands are for different sessions, or a decision treats the others as the first,
  /// so that only the first can be refused for the state of its session. A rejection does not
  /// affect the other commands, which see the state after those before them.
  package func append(
    commands: [[Request]]
  ) throws -> [Result<[Receipt], Rejection>] {
    try openIfPresent()
    if connection == nil {
      let rejections = commands.compactMap(\.first?.rejectionByEmptyLog)
      if rejections.count == commands.count { return rejections.map { .failure($0) } }
    }
    return try append(nil) { appender in
      try commands.map { requests in
        do {
          return .success(try appender.answer(together: requests))
        } catch let rejection as Rejection {
          return .failure(rejection)
        }
      }
    }
  }

  /// Appends events in one transaction, which an error ends; the first accepted write creates the
  /// log.
  private func append<Answer>(
    _ first: Request?, comparing comparesPlaces: Bool = false,
    _ body: (inout Appender) throws -> Answer
  ) throws -> Answer {
    try openIfPresent()
    if connection == nil, let rejection = first?.rejectionByEmptyLog { throw rejection }
    let connection = try create()
    var appended: [EventID] = []
    do {
      let answer = try write(ids: appended, caching: true) { isUnchanged in
        var appender = Appender(
          log: self, connection: connection, comparesPlaces: comparesPlaces)
        cache.places = nil
        if !isUnchanged { cache.forgetRows() }
        cache.knownRace?.newest.removeAll(keepingCapacity: true)
        defer { appended = appender.appended }
        let answer = try body(&appender)
        try appender.writeDeferredRow()
        try appender.foldStaleRaces()
        return answer
      }
      if !appended.isEmpty { committed() }
      return answer
    } catch {
      cache.forgetAll()
      throw error
    }
  }
}

extension Request {
  /// The reason why the request cannot create the first session of a log; nil if it can.
  fileprivate var rejectionByEmptyLog: Rejection? {
    switch (target, command) {
    case (.named(let name, _), _): .unknownSession(name)
    case (.number(let number), _): .unknownSession("\(number)")
    case (.new, .start(let start)):
      Event.Kind.started(start).validationError.map { .invalid($0) }
        ?? command.courseWithoutSegments.map { .unknownCourse($0) }
    case (.new, .join(let name, _, _)):
      if case .uid = SessionReference(name) { nil } else { .unknownSession(name) }
    case (.new, _), (.implied, _): .noSession
    }
  }
}
