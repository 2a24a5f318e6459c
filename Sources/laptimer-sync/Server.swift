import CPQ
import Glibc
import Host
import Text

/// A connection to PostgreSQL.
///
/// Passwords are never parameters of it: libpq takes them from `~/.pgpass` or the environment. The
/// exception is the first password of `sync join`.
final class Server {
  private let connection: OpaquePointer
  /// Interrupts that end the wait for an answer.
  var interrupts: Interrupts?

  /// An error of a statement, by its SQLSTATE.
  struct StatementError: Error {
    var state: String
    var message: String
  }

  /// A row of an answer, as texts.
  struct Row {
    fileprivate let columns: [String?]

    subscript(column: Int) -> String? { columns[column] }

    /// Returns a column as a value; throws if the hub gave none, or another kind of value.
    func value<Value>(_ column: Int, _ read: (String) -> Value?) throws -> Value {
      guard let value = columns[column].flatMap(read) else {
        throw Failure.unknownAnswer(columns[column])
      }
      return value
    }
  }

  /// A parameter of a statement.
  enum Parameter {
    case text(String?)
    /// Texts, in the binary format of an array: nothing in them has to be quoted.
    case texts([String])
    /// Ids or numbers.
    case list([any CustomStringConvertible])
  }

  init(_ address: Address, password: String? = nil) throws {
    var parameters = address.parameters
    if let password { parameters.append(("password", password)) }
    let keys = parameters.map { strdup($0.0) } + [nil]
    let values = parameters.map { strdup($0.1) } + [nil]
    defer { for text in keys + values { free(text) } }
    guard
      let made = PQconnectdbParams(
        keys.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
    else { throw Failure.unreachable("out of memory") }
    let reason = String(cString: PQerrorMessage(made)).trimmedLines
    var state: Substring = PQconnectionNeedsPassword(made) == 1 ? "28P01" : ""
    if PQstatus(made) != CONNECTION_OK, PQconnectionUsedPassword(made) == 1, state.isEmpty {
      // libpq has no function for the SQLSTATE of a refused login, but another attempt can have it in
      // the place of the message: "PQERRORS_SQLSTATE: only the error severity and the SQLSTATE".
      PQsetErrorVerbosity(made, PQERRORS_SQLSTATE)
      PQreset(made)
      PQsetErrorVerbosity(made, PQERRORS_DEFAULT)
      // A line after it may name the file of the password.
      let ends = String(cString: PQerrorMessage(made)).split(separator: "\n").map { $0.suffix(5) }
      state = ends.first { ["28000", "28P01", "3D000"].contains($0) } ?? ""
    }
    guard PQstatus(made) == CONNECTION_OK, address.isLocal || PQsslInUse(made) == 1 else {
      PQfinish(made)
      switch state {
      // invalid_authorization_specification, invalid_password, invalid_catalog_name
      case "28000": throw Failure.revoked
      case "28P01": throw Failure.wrongPassword
      case "3D000": throw Failure("no_database", "The server has no database of that name.")
      default:
        throw Failure.unreachable(reason.isEmpty ? "the connection is not encrypted" : reason)
      }
    }
    connection = made
    PQsetnonblocking(made, 1)
    PQsetNoticeProcessor(made, { _, _ in }, nil)
  }

  deinit { PQfinish(connection) }

  var user: String { String(cString: PQuser(connection)) }
  /// Host, port and database as `~/.pgpass` names them.
  var endpoint: [String] {
    [PQhost(connection), PQport(connection), PQdb(connection)].map {
      $0.map { String(cString: $0) } ?? ""
    }
  }
  var socket: Int32 { PQsocket(connection) }

  /// Executes a statement, and returns its rows as texts.
  ///
  /// `next` is a statement of a transaction of its own that follows in the same round trip, and whose
  /// result is ignored. `meanwhile` runs while the server executes the statement.
  @discardableResult
  func query(
    _ sql: String, _ parameters: [Parameter] = [], then next: String? = nil,
    meanwhile: () throws -> Void = {}
  ) throws -> [Row] {
    let values = parameters.map(\.bytes)
    let copies = values.map { bytes -> UnsafeMutablePointer<CChar>? in
      guard let bytes else { return nil }
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
      _ = copy.initialize(from: (bytes + [0]).lazy.map { CChar(bitPattern: $0) })
      return copy.baseAddress
    }
    defer { for copy in copies { copy?.deallocate() } }
    if next != nil { PQenterPipelineMode(connection) }
    var isSent =
      PQsendQueryParams(
        connection, sql, Int32(parameters.count), nil, copies.map { UnsafePointer($0) },
        values.map { Int32($0?.count ?? 0) }, parameters.map { $0.isBinary ? 1 : 0 }, 0) == 1
    if let next {
      isSent =
        isSent && PQpipelineSync(connection) == 1
        && PQsendQueryParams(connection, next, 0, nil, nil, nil, nil, 0) == 1
        && PQpipelineSync(connection) == 1
    }
    try wait(for: POLLIN | POLLOUT) { PQflush(connection) == 1 }
    let other = Result { if isSent { try meanwhile() } }
    func nextResult() throws -> OpaquePointer? {
      try wait(for: POLLIN) { PQisBusy(connection) == 1 }
      return PQgetResult(connection)
    }
    let result = try nextResult()
    defer { PQclear(result) }
    // "PQgetResult must be called repeatedly until it returns a null pointer" (libpq-async). In a
    // pipeline, each statement has such an end, and then a result of its own for the sync.
    var syncs = next != nil && isSent ? 2 : 0
    while case let rest = try nextResult(),
      rest != nil || syncs > 0 && PQstatus(connection) == CONNECTION_OK
    {
      if PQresultStatus(rest) == PGRES_PIPELINE_SYNC { syncs -= 1 }
      PQclear(rest)
    }
    if next != nil { PQexitPipelineMode(connection) }
    let answer = try rows(of: result)
    try other.get()
    return answer
  }

  /// Waits for the server, at most a minute without a byte from it; an interrupt ends the wait.
  ///
  /// After an error, the connection cannot be used any more.
  private func wait(for events: Int32, while isBusy: () -> Bool) throws {
    while isBusy() {
      var files = [pollfd(fd: socket, events: Int16(events), revents: 0), pollfd(interrupts?.file)]
      if poll(&files, 2, 60_000) == 0 { throw Failure.unreachable("it does not answer") }
      if files[1].revents != 0 { throw Failure.interrupted }
      // PQgetResult has the error.
      if PQconsumeInput(connection) != 1 { return }
    }
  }

  /// Executes a script of several statements in one transaction.
  func execute(script: String) throws {
    let result = PQexec(connection, script)
    defer { PQclear(result) }
    _ = try rows(of: result)
  }

  /// Returns a password as the server stores it, so that the password itself is never sent.
  func encrypted(_ password: String, of user: String) throws -> String {
    guard let text = PQencryptPasswordConn(connection, password, user, "scram-sha-256") else {
      throw Failure.unreachable(String(cString: PQerrorMessage(connection)).trimmedLines)
    }
    defer { PQfreemem(text) }
    return String(cString: text)
  }

  /// Reads the notifications that arrived; returns whether another connection sent one.
  func drainNotifications() throws -> Bool {
    guard PQconsumeInput(connection) == 1 else {
      throw Failure.unreachable(String(cString: PQerrorMessage(connection)).trimmedLines)
    }
    var found = false
    while let notification = PQnotifies(connection) {
      found = found || notification.pointee.be_pid != PQbackendPID(connection)
      PQfreemem(notification)
    }
    return found
  }

  private func rows(of result: OpaquePointer?) throws -> [Row] {
    let status = PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
      let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      let text = result.flatMap { PQresultErrorMessage($0) } ?? PQerrorMessage(connection)
      let message = text.map { String(cString: $0).trimmedLines } ?? ""
      guard PQstatus(connection) == CONNECTION_OK, let state else {
        throw Failure.unreachable(message)
      }
      let primary = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
      throw StatementError(state: state, message: primary ?? message)
    }
    let columns = PQnfields(result)
    return (0..<PQntuples(result)).map { row in
      Row(
        columns: (0..<columns).map { column in
          PQgetisnull(result, row, column) == 1
            ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
        })
    }
  }
}

extension [Server.Row] {
  /// The only row of an answer.
  var only: Server.Row {
    get throws {
      guard let row = first, count == 1 else { throw Failure.unknownAnswer("\(count) rows") }
      return row
    }
  }
}

extension Server.Parameter {
  fileprivate var isBinary: Bool { if case .texts = self { true } else { false } }

  fileprivate var bytes: [UInt8]? {
    switch self {
    case .text(let text): return text.map { Array($0.utf8) }
    case .list(let values):
      return Array("{\(values.map(\.description).joined(separator: ","))}".utf8)
    case .texts(let texts):
      // "dimensions, flags, element type"; for each dimension its length and lower bound; for each
      // element its length and its bytes (array_recv in arrayfuncs.c; 25 is the type text).
      var bytes: [UInt8] = []
      for word in [1, 0, 25, texts.count, 1] { bytes.append(word: word) }
      for text in texts {
        bytes.append(word: text.utf8.count)
        bytes += text.utf8
      }
      return bytes
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(word: Int) {
    for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: word >> shift)) }
  }
}

extension String {
  /// The text on one line.
  fileprivate var trimmedLines: String {
    split(separator: "\n").map { $0.drop { $0 == "\t" || $0 == " " } }.joined(separator: ": ")
  }
}
