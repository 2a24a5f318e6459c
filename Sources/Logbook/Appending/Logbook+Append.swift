import EventLog
import SQLite
import Text
public import Timing

extension Logbook {
  /// Appends the event of a request, if the session's state allows it, and returns the answer once
  /// the event is durable.
  ///
  /// Throws as ``perform(_:comparingPlaces:)``.
  public func append(_ request: Request) throws -> Receipt { try perform([request])[0] }

  /// Appends the events of one command: all or none.
  ///
  /// - Parameters:
  ///   - requests: the requests of the command, at least one.
  ///   - comparesPlaces: whether the receipts of corrections have the places that they changed.
  /// - Returns: the answers in the order of the requests, once the events are durable; for an undo or
  ///   redo, and for `stop --all` and a new name of a course, one for each session that it concerns.
  /// - Throws: `Rejection` if a request is not allowed, with nothing written;
  ///   `LogError.commitFailed` if COMMIT failed and the outcome had to be determined; `OpeningError`
  ///   if the log cannot be created; `DatabaseError`, with nothing written.
  package func perform(
    _ requests: [Request], comparingPlaces comparesPlaces: Bool = false
  ) throws -> [Receipt] {
    let areCrossings = requests.allSatisfy(\.command.isCrossing)
    return try perform(
      [requests], comparingPlaces: comparesPlaces && !areCrossings, streaming: false)[0].get()
  }

  /// Appends the events of several commands in one transaction, those of each command all or none.
  ///
  /// Either the commands are for different sessions, or a decision treats the others as the first,
  /// so that only the first can be refused for the state of its session. A rejection does not
  /// affect the other commands, which see the state after those before them. Each receipt has the
  /// state after its own event.
  package func perform(commands: [[Request]]) throws -> [Result<[Receipt], Rejection>] {
    try perform(commands, comparingPlaces: false, streaming: true)
  }

  /// Appends events in one transaction, which an error ends; the first accepted write creates the
  /// log.
  private func perform(
    _ commands: [[Request]], comparingPlaces comparesPlaces: Bool, streaming isStreamed: Bool
  ) throws -> [Result<[Receipt], Rejection>] {
    try openIfPresent()
    if connection == nil {
      let rejections = commands.compactMap { $0.first?.rejectionByEmptyLog }
      if rejections.count == commands.count { return rejections.map { .failure($0) } }
    }
    let connection = try create()
    var appended: [EventID] = []
    do {
      let answers = try write(ids: appended, caching: true) { isUnchanged in
        var appender = Appender(
          log: self, connection: connection, comparesPlaces: comparesPlaces,
          isStreamed: isStreamed)
        if !isUnchanged { cache.forgetRows() }
        defer { appended = appender.appended }
        return try appender.answer(commands)
      }
      if !appended.isEmpty { committed() }
      return answers
    } catch {
      if let rejection = error as? Rejection { return commands.map { _ in .failure(rejection) } }
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
