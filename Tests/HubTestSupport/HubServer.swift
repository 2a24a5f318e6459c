import Foundation
package import ProcessTestSupport
import Testing

/// A PostgreSQL server of the tests: in a temporary folder, on a unix socket only.
///
/// Device roles need a password, as on a real server; the owner does not.
///
/// Each test has one of its own, and calls it from one thread.
package final class HubServer: @unchecked Sendable {
  private let scratch: ScratchFolder
  private let words: [String]
  package private(set) var server: Child

  private static let binaries =
    ["/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/16/bin", "/usr/local/bin", "/usr/bin"]
    .first { access($0 + "/initdb", X_OK) == 0 && access($0 + "/postgres", X_OK) == 0 }

  package static let isInstalled = binaries != nil

  /// The port of a server with TLS, and the file of its certificate for `db.test`.
  package let port = 20_000 + Int(getpid()) % 20_000
  package var certificate: String { scratch("server.crt") }

  /// The text of the server's log.
  package var logged: String {
    String(decoding: contents(of: scratch.path + ".log"), as: UTF8.self)
  }

  /// The reason why there is no server.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  fileprivate static func require(_ condition: Bool, _ description: @autoclosure () -> String)
    throws
  {
    if !condition { throw Failure(description: description()) }
  }

  /// Starts a server with an empty database `hub`.
  ///
  /// - Parameters:
  ///   - isEncrypted: whether it accepts connections by TLS on loopback, too.
  ///   - isDurable: whether commits wait for the disk, as on a real server.
  ///   - others: further settings, as `name=value`.
  /// - Throws: ``Failure`` if PostgreSQL is missing, or does not start.
  package init(
    encrypted isEncrypted: Bool = false, durable isDurable: Bool = false,
    settings others: [String] = []
  ) throws {
    guard let binaries = Self.binaries else { throw Failure(description: "no PostgreSQL") }
    scratch = try ScratchFolder()
    if geteuid() == 0 {
      guard let entry = getpwnam("postgres") else { throw Failure(description: "no user") }
      chown(scratch.path, entry.pointee.pw_uid, entry.pointee.pw_gid)
    }
    chmod(scratch.path, 0o755)
    func prefixed(_ words: [String]) -> [String] {
      geteuid() == 0
        ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + words : words
    }
    let initialization = try Child(
      prefixed([
        binaries + "/initdb", "-D", scratch("data"), "-U", "owner", "-A", "trust", "--no-sync",
        "-E", "UTF8", "--locale=C.UTF-8",
      ]), folder: "/")
    let text = String(decoding: initialization.outputToEnd(), as: UTF8.self)
    try Self.require(initialization.end() == .exit(0), text)
    try writeFile(
      """
      local all owner trust
      local all all scram-sha-256
      hostssl all all 127.0.0.1/32 scram-sha-256

      """.utf8, to: scratch("hba"))
    chmod(scratch("hba"), 0o644)
    var settings =
      [
        "unix_socket_directories=\(scratch.path)", "fsync=\(isDurable ? "on" : "off")",
        "hba_file=\(scratch("hba"))", "max_connections=30",
      ] + others
    if isEncrypted {
      let key = scratch("server.key")
      let keys = try Child(
        prefixed([
          "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
          "/CN=db.test", "-addext", "subjectAltName=DNS:db.test", "-keyout", key, "-out",
          scratch("server.crt"),
        ]), folder: scratch.path)
      _ = keys.outputToEnd()
      try Self.require(keys.end() == .exit(0), "openssl")
      settings += [
        "listen_addresses=127.0.0.1", "port=\(port)", "ssl=on", "ssl_key_file=\(key)",
        "ssl_cert_file=\(scratch("server.crt"))",
      ]
    } else {
      settings.append("listen_addresses=")
    }
    words = prefixed(
      [binaries + "/postgres", "-D", scratch("data")] + settings.flatMap { ["-c", $0] })
    server = try Child(words, folder: "/", output: .file(scratch.path + ".log"))
    try Self.require(try waitForStart(), "the server ended: \(logged.suffix(2000))")
    let made = try psql("CREATE DATABASE hub", database: "postgres")
    try Self.require(made.exit == 0, made.output)
  }

  /// Waits until the server answers; returns false if it ends.
  package func waitForStart() throws -> Bool {
    // Each attempt is a process, so that no sleep is needed; a server that ends stops them.
    for _ in 0..<300 {
      if try psql("SELECT 1", database: "postgres").exit == 0 { return true }
      var end = pollfd(fd: server.endDescriptor, events: Int16(POLLIN), revents: 0)
      if poll(&end, 1, 100) != 0 { return false }
    }
    return false
  }

  /// Starts the server again after its end.
  package func restart() throws {
    for _ in 0..<100 {
      _ = try server.end()
      server = try Child(words, folder: "/", output: .file(scratch.path + ".log"))
      // It ends at once while processes of the one before still run.
      if try waitForStart() { return }
    }
    throw Failure(description: "the server does not start: \(logged.suffix(2000))")
  }

  /// The processes of the server that serve devices.
  package var backends: [Int32] {
    // Files of /proc have no size.
    func text(_ path: String) -> String {
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
    return text("/proc/\(server.pid)/task/\(server.pid)/children").split(separator: " ")
      .compactMap { Int32($0) }
      .filter { text("/proc/\($0)/cmdline").hasPrefix("postgres: laptimer_") }
  }

  deinit {
    server.send(SIGQUIT)
    _ = try? server.end()
    unlink(scratch.path + ".log")
  }

  /// The address of the hub for a user.
  package func url(_ user: String) -> String {
    "postgresql://\(user)@/hub?host=\(scratch.path)&port=\(usedPort)"
  }

  private var usedPort: Int { access(certificate, F_OK) == 0 ? port : 5432 }

  /// Runs SQL as a user; rows are lines, and columns are separated by bars.
  package func psql(
    _ sql: String..., user: String = "owner", password: String = "", database: String = "hub"
  ) throws -> (exit: Int32, output: String) {
    let child = try Child(
      [
        "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", scratch.path, "-p",
        "\(usedPort)", "-U", user,
        "-d",
        database,
      ] + sql.flatMap { ["-c", $0] },
      environment: [
        "PATH": "/usr/bin:/bin:/usr/local/bin", "PGPASSWORD": password, "LC_ALL": "C.UTF-8",
      ],
      folder: "/")
    let output = String(decoding: child.outputToEnd(), as: UTF8.self)
    return (try child.end().code, output.trimmingCharacters(in: .newlines))
  }
}

/// A device: a log in a folder of its own, and the built programs.
package final class Device: Sendable {
  private let scratch: ScratchFolder

  package init() throws { scratch = try ScratchFolder() }

  package var log: String { scratch("laptimer.db") }
  package var passwords: String { scratch(".pgpass") }
  package var folder: String { scratch.path }

  package struct Answer {
    package var exit: Int32
    package var output: String
    package var errors: String

    package init(exit: Int32, output: String, errors: String) {
      (self.exit, self.output, self.errors) = (exit, output, errors)
    }
  }

  package var environment: [String: String] {
    [
      "PATH": "\(Child.buildFolder):/usr/bin:/bin", "LAPTIMER_DB": log, "HOME": folder,
      "LC_ALL": "C.UTF-8", "TERM": "dumb", "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder,
    ]
  }

  @discardableResult
  package func callAsFunction(_ words: String..., input: String = "") throws -> Answer {
    try run(words, input: input)
  }

  package func run(_ words: [String], input: String = "") throws -> Answer {
    let child = try start(words)
    try? child.write(input)
    child.closeInput()
    let texts = child.textsToEnd()
    return Answer(exit: try child.end().code, output: texts.output, errors: texts.errors)
  }

  package func start(_ words: [String]) throws -> Child {
    try start(program: "laptimer", words)
  }

  /// Starts one of the built programs.
  package func start(program: String, _ words: [String]) throws -> Child {
    try Child(
      [Child.buildFolder + "/" + program] + words, environment: environment, folder: folder,
      input: .pipe,
      errors: .pipe)
  }

  /// The address of the hub that it has joined, with its user.
  package var url: String {
    let text = String(decoding: contents(of: log + ".hub"), as: UTF8.self)
    return text.trimmingCharacters(in: .newlines)
  }

  /// The password of this device, as it is in `~/.pgpass`.
  package var password: String {
    let line = String(decoding: contents(of: passwords), as: UTF8.self)
    return line.split(separator: "\n").first?.split(separator: ":").last.map(String.init) ?? ""
  }

  /// Returns a copy of the device's disk.
  package func cloned() throws -> Device {
    let clone = try Device()
    for name in ScratchFolder.names(in: folder) where !name.hasSuffix("-shm") {
      try writeFile(contents(of: folder + "/" + name), to: clone.folder + "/" + name)
    }
    return clone
  }

  /// The lines of the events of its log.
  package func exported() throws -> [String] {
    try self("export").output.split(separator: "\n").dropLast().map(String.init)
  }

  /// Makes this device that of the owner, who may invite others.
  package func initialize(_ server: HubServer) throws {
    let answer = try self("sync", "init", server.url("owner"))
    try HubServer.require(answer.exit == 0, answer.errors)
  }

  /// Invites a device as the owner, and returns its first password.
  package func invite(_ name: String) throws -> String {
    let answer = try self("sync", "invite", name, "--json")
    try HubServer.require(answer.exit == 0, answer.errors)
    return answer.output.split(separator: "\"").dropLast().last.map(String.init) ?? ""
  }

  /// Joins the hub with a first password.
  package func join(_ server: HubServer, _ name: String, _ password: String) throws {
    let answer = try self(
      "sync", "join", server.url("laptimer_" + name), input: password + "\n")
    try HubServer.require(answer.exit == 0, answer.errors)
  }
}
