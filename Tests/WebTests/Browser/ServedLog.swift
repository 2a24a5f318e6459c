import Foundation
import ProcessTestSupport
import Testing

/// A log in a folder of its own, which the built program writes and serves.
final class ServedLog {
  /// A server that does not answer.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let scratch: ScratchFolder
  /// The port of its server, the same after a restart.
  let port: Int
  private var server: Child?

  init() throws {
    scratch = try ScratchFolder()
    port = try LoopbackSocket.freePort()
  }

  deinit { kill() }

  func path(_ name: String) -> String { scratch(name) }

  /// The address of a page.
  func address(_ page: String = "", port other: Int? = nil) -> String {
    "http://127.0.0.1:\(other ?? port)/\(page)"
  }

  /// The environment of its commands.
  var environment: [String: String] {
    [
      "PATH": "\(Child.buildFolder):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "HOME": scratch.path, "XDG_CONFIG_HOME": scratch.path, "XDG_DATA_HOME": scratch.path,
      "LAPTIMER_DB": scratch("laptimer.db"),
    ]
  }

  /// Runs a command to its end, and returns its output; a command that fails is an issue.
  @discardableResult
  func callAsFunction(_ words: String...) throws -> String { try run(words) }

  /// Runs a command to its end, and returns its output; a command that fails is an issue.
  func run(_ words: [String]) throws -> String {
    let child = try Child([Child.laptimer] + words, environment: environment)
    let output = String(decoding: child.outputToEnd(), as: UTF8.self)
    #expect(try child.end() == .exit(0), "\(words): \(output)")
    return output
  }

  /// Runs a command that may be refused.
  func attempt(_ words: [String]) throws {
    let child = try Child([Child.laptimer] + words, environment: environment)
    _ = child.outputToEnd()
    try child.end()
  }

  func attempt(_ words: String...) throws { try attempt(words) }

  /// The events of a session, as `events --json` prints them.
  func events(of session: Int = 1) throws -> [[String: Any]] {
    try self("events", "\(session)", "--json").split(separator: "\n").compactMap { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
  }

  /// Runs a script of the shell in the folder of the log, and returns its output; one that fails is
  /// an issue.
  func run(_ script: String) throws -> String {
    let child = try Child(
      ["bash", "-e", "-o", "pipefail", "-c", script], environment: environment,
      folder: scratch.path)
    let output = String(decoding: child.outputToEnd(), as: UTF8.self)
    #expect(try child.end() == .exit(0), "\(output)")
    return output
  }

  /// Starts the server, and waits until it answers.
  @discardableResult
  func serve(_ words: String...) throws -> Child {
    let child = try Child(
      [Child.laptimer, "serve", "--listen", "127.0.0.1:\(port)"] + words, environment: environment,
      output: .file(scratch("serve.out")))
    server = child
    let deadline = Date(timeIntervalSinceNow: Child.timeout)
    while (try? HTTPExchange("GET", "/api/clock", port: port)) == nil {
      if let end = child.wait(until: Date(timeIntervalSinceNow: 0.02)) {
        let said = String(decoding: contents(of: scratch("serve.out")), as: UTF8.self)
        throw Failure(description: "serve ended with \(end): \(said)")
      }
      guard Date() < deadline else { throw Failure(description: "serve does not answer") }
    }
    return child
  }

  /// Kills the server, as a crash does.
  func kill() {
    server?.send(SIGKILL)
    server?.wait()
    server = nil
  }

  /// Starts a race with runners of these bibs, named `Runner BIB`.
  func startRace(
    _ name: String = "Crit", bibs: ClosedRange<Int>, format: String = "20 laps"
  ) throws {
    let lines = ["bib,name,category"] + bibs.map { "\($0),Runner \($0),\($0 % 2 == 0 ? "W" : "M")" }
    try writeFile((lines.joined(separator: "\n") + "\n").utf8, to: path("entries.csv"))
    try self("start", name, "--race", format, "--entries", path("entries.csv"), "--ago", "10m")
  }
}

extension Browser {
  /// The bibs of the board from top to bottom.
  var bibs: [String] {
    get throws { try column("bib") }
  }

  /// The texts of a column of the board, by its title, from top to bottom.
  func column(_ title: String) throws -> [String] {
    let rows = try table("main table")
    let head = rows.first { $0.contains { $0.lowercased() == title } } ?? []
    guard let index = head.firstIndex(where: { $0.lowercased() == title }) else { return [] }
    return rows.filter { $0 != head && $0.count > index }.map { $0[index] }
  }
}
