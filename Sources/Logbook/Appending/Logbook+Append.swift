import EventLog
import SQLite
import Text
public import Timing

extension Logbook {
  /// Appends the event of a request, as ``append(together:comparingPlaces:)``.
  public func append(_ request: Request, comparingPlaces: Bool = false) throws -> Receipt {
    try append(together: [request], comparingPlaces: comparingPlaces)[0]
  }

  /// Appends the events of one command in one transaction, if the state of their session allows
  /// them: all or none.
  ///
  /// - Parameters:
  ///   - requests: the requests, at least one.
  ///   - comparingPlaces: whether ``placesChanged(by:from:at:)`` follows.
  /// - Returns: the answers in the order of the requests, once the events are durable.
  /// - Throws: `Rejection` if one is not allowed, with nothing written; `LogError.commitFailed` if
  ///   COMMIT failed and the outcome had to be determined; `OpeningError` if the log cannot be
  ///   created; `DatabaseError`, with nothing written.
  public func append(
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
