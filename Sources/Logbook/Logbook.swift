import SQLite
import Text
public import EventLog
public import Timing

/// A log of sessions, to which requests are appended as events if their session's state allows it.
///
/// ```swift
/// let log = try Logbook(path: "run.db", for: .appending)
/// let receipt = try log.append(request)
/// try log.session(receipt.session)?.laps
/// ```
///
/// It is confined to the isolation domain that opened it. A missing log reads as an empty one; the
/// first accepted append creates it.
public final class Logbook: EventLog {
  let cache = AppendCache()

  /// Opens the log at a path, if it exists.
  ///
  /// A file that is not a log, or is the log of a newer version, stays unchanged. Creating the log
  /// also creates missing folders. `busyTimeout` is the time to wait for the lock of another
  /// connection, each time. Throws `OpeningError`.
  public convenience init(
    path: String, for access: Access = .reading, busyTimeout: Duration = .seconds(5)
  ) throws {
    try self.init(LogFile(path, busyTimeout: busyTimeout), for: access)
  }

  package init(_ file: LogFile, for access: Access) throws {
    try super.init(file, for: access, .laptimer, SessionProjection())
  }

  public override func forgetFolds() { cache.forgetAll() }

  /// Checks the first line of an export, with its line end, before the rest is available.
  package static func checkFirstLine(ofExport line: [UInt8]) throws {
    try checkFirstLine(ofExport: line, SessionProjection())
  }
}

extension Schema {
  /// The tables of a log; `LAPT` in the file's header identifies the program.
  ///
  /// A change of the tables, or of their rows for the same events, gets the next version.
  package static let laptimer = Schema(
    applicationID: 0x4C41_5054, version: 26, tables: { PackageResources.sessions_sql })
}

extension SalvageMark {
  /// The tag of a session that lacks events.
  public static let tag = "salvaged"
}

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
