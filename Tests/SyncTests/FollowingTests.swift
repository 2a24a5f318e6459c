import HubTestSupport
import Foundation
import EventLog
import Logbook
import ProcessTestSupport
import SQLite
import Testing

/// A log that changes by `sync --follow`, as other commands see it.
@Suite(.enabled(if: HubServer.isInstalled))
struct FollowingTests {
  private let server: HubServer
  private let finish: Device
  private let top: Device

  init() throws {
    server = try HubServer()
    let owner = try Device()
    try owner.initialize(server)
    (finish, top) = (try Device(), try Device())
    for (name, device) in [("finish", finish), ("top", top)] {
      try device.join(server, name, owner.invite(name))
    }
    try #require(try finish("start", "Crit", "--race", "9 laps").exit == 0)
    for bib in 1...3 { try #require(try finish("enter", "\(bib)", "Runner \(bib)").exit == 0) }
    try #require(try finish("sync").exit == 0)
    try #require(try top("sync").exit == 0)
  }

  private func follow(_ device: Device) throws -> Child {
    let child = try device.start(["sync", "--follow"])
    child.closeInput()
    return child
  }

  private func end(_ children: [Child]) throws {
    for child in children { child.send(SIGINT) }
    for child in children {
      _ = child.textsToEnd()
      #expect(try child.end().code == 0)
    }
  }

  @Test func `a scoreboard shows the merged race as it grows`() throws {
    try #require(try top("start", "--join", "Crit", "--point", "top").exit == 0)
    let followers = [try follow(finish), try follow(top)]
    let boards = try [finish, top].map { device -> (child: Child, port: Int) in
      let port = try LoopbackSocket.freePort()
      let child = try device.start(["serve", "--listen", "127.0.0.1:\(port)", "1"])
      return (child, port)
    }
    /// The runners of a board who have laps, in their order; empty without an answer.
    func rows(_ port: Int) -> [String] {
      guard let answer = try? HTTPExchange("GET", "/api/sessions/1/board", port: port) else {
        return []
      }
      return answer.text.matches(of: /"name":"Runner (\d)","laps":"(\d*)"/).map {
        "\($0.1) \($0.2)"
      }
    }
    // Each lap ends at the finish, and has a split at the top.
    for (bib, expected) in [
      ("2", ["2 1"]), ("1", ["2 1", "1 1"]), ("1", ["1 2", "2 1"]),
      ("3", ["1 2", "2 1", "3 1"]),
    ] {
      try #require(try top("cross", bib).exit == 0)
      try #require(try finish("cross", bib).exit == 0)
      for board in boards {
        let deadline = Date(timeIntervalSinceNow: 30)
        var shown: [String] = []
        repeat { shown = rows(board.port) } while shown != expected && Date() < deadline
        #expect(shown == expected)
      }
    }
    // Both logs have the crossings of both devices.
    let query = "SELECT count(*) FROM events WHERE kind = 'crossed'"
    for device in [finish, top] {
      let deadline = Date(timeIntervalSinceNow: 30)
      while try !device("query", query).output.contains("8"), Date() < deadline {}
      #expect(try device("query", query).output.contains("8"))
    }
    try end(followers)
  }

  @Test func `an exchange notifies other devices once, and a burst of events at most each 10 ms`()
    throws
  {
    let server = try HubServer(settings: ["log_statement=all"])
    let (owner, device) = (try Device(), try Device())
    try owner.initialize(server)
    try device.join(server, "a", owner.invite("a"))
    for name in ["A", "B", "C"] {
      try #require(try device("start", name, "--race", "9 laps", "--also").exit == 0)
    }
    try #require(try device("sync").exit == 0)
    func calls() -> [String] {
      server.logged.matches(of: /FROM laptimer\.append_events|NOTIFY laptimer/).map {
        String($0.output)
      }
    }
    // After the events of all sessions; the comparisons of clocks that follow wake no other device.
    let offers = Array(repeating: "FROM laptimer.append_events", count: 3)
    #expect(calls() == offers + ["NOTIFY laptimer"] + offers)

    let clock = ContinuousClock()
    let start = clock.now
    let follower = try follow(device)
    let lines = (1...200).map { "enter \($0) --session 3\n" }.joined()
    try #require(try device("record", input: lines).exit == 0)
    let entered = "SELECT count(*) FROM laptimer.events WHERE line LIKE '%\"entered\"%'"
    while try server.psql(entered).output != "200", clock.now - start < .seconds(60) {}
    let most = 2 + (clock.now - start) / .milliseconds(10)
    let notifications = calls().filter { $0 == "NOTIFY laptimer" }.count - 1
    #expect(Double(notifications) <= most)
    #expect(notifications > 0)
    try end([follower])
  }

  @Test func `a log that is locked for a while does not end it`() throws {
    let follower = try follow(top)
    let connection = try #require(try Logbook(path: top.log, for: .appending).connection)
    try connection.execute("BEGIN IMMEDIATE")
    try #require(try finish("enter", "4").exit == 0)
    try #require(try finish("sync").exit == 0)
    // It waits five seconds for the lock, and then tries again.
    var end = pollfd(fd: follower.endDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&end, 1, 7000) == 0)
    try connection.execute("ROLLBACK")
    let deadline = Date(timeIntervalSinceNow: 30)
    let query = "SELECT count(*) AS n FROM events WHERE kind = 'entered'"
    var count = ""
    repeat {
      count = try top("query", query, "--json").output
    } while !count.contains("4")
      && Date() < deadline
    #expect(count == "[{\"n\":4}]\n")
    follower.send(SIGINT)
    #expect(follower.textsToEnd().errors.contains("Note: Another process has locked the log"))
    #expect(try follower.end().code == 0)
  }

  @Test func `a hub that cannot be reached at its start is tried again`() throws {
    server.server.send(SIGKILL)
    try #require(try server.server.end() == .signal(SIGKILL))
    let follower = try Child(
      ["sh", "-c", "exec laptimer sync --follow 2>&1"], environment: finish.environment,
      folder: finish.folder, input: .pipe)
    let transcript = Transcript(of: follower)
    try #require(transcript.waitForLines(1))
    let note = String(decoding: transcript.soFar, as: UTF8.self)
    #expect(note.hasPrefix("Note: The hub cannot be"))
    #expect(note.contains("accepting connections on that socket?\n"), "\(note)")
    try server.restart()
    try #require(try finish("enter", "4").exit == 0)
    let query = "SELECT count(*) FROM laptimer.events WHERE line LIKE '%\"entered\"%'"
    let deadline = Date(timeIntervalSinceNow: 60)
    while try server.psql(query).output != "4", Date() < deadline {}
    #expect(try server.psql(query).output == "4")
    var notes = ""
    repeat {
      notes = String(decoding: transcript.soFar, as: UTF8.self)
    } while !notes.contains("\nNote: The hub can be reached again.\n") && Date() < deadline
    #expect(notes.contains("\nNote: The hub can be reached again.\n"), "\(notes)")
    follower.send(SIGINT)
    #expect(try follower.end().code == 0)
  }

  @Test func `an interrupt ends it while the server does not answer`() throws {
    let follower = try follow(finish)
    let transcript = Transcript(of: follower)
    try #require(try finish("enter", "4").exit == 0)
    try #require(transcript.waitForLines(1))
    let backends = server.backends
    try #require(!backends.isEmpty)
    for backend in backends { kill(backend, SIGSTOP) }
    defer { for backend in backends { kill(backend, SIGCONT) } }
    try #require(try finish("enter", "5").exit == 0)
    var end = pollfd(fd: follower.endDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&end, 1, 1000) == 0)
    follower.send(SIGINT)
    #expect(poll(&end, 1, 10_000) == 1)
    #expect(try follower.end().code == 0)
  }

  @Test func `an interrupt between two answers frees the first one`() throws {
    // Commits with synchronous_commit = on wait for a standby that does not exist.
    let settings = ["synchronous_commit = local", "synchronous_standby_names = 'none'"]
    for setting in settings { _ = try server.psql("ALTER SYSTEM SET \(setting)") }
    _ = try server.psql("SELECT pg_reload_conf()")
    let backends = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type ="
    func waits(_ event: String) throws -> Bool {
      let deadline = Date(timeIntervalSinceNow: 30)
      while try server.psql("\(backends) \(event)").output != "1" {
        if Date() > deadline { return false }
      }
      return true
    }
    // "commits of transactions that notify are serialized" (async.c), so that the next one waits.
    let blocker = try Child(
      [
        "psql", "-X", "-d", server.url("owner"), "-c", "SET synchronous_commit = on", "-c",
        "CREATE TABLE written (); NOTIFY laptimer",
      ], folder: "/")
    defer { blocker.send(SIGKILL) }
    try #require(try waits("'IPC' AND wait_event = 'SyncRep'"))
    try #require(try finish("enter", "4").exit == 0)
    let follower = try follow(finish)
    try #require(try waits("'Lock' AND query LIKE 'NOTIFY%'"))
    follower.send(SIGINT)
    let texts = follower.textsToEnd()
    // A leak ends it with 1 under the address sanitizer.
    #expect(try follower.end().code == 0, "\(texts)")
  }

  @Test func `a lost notification delays no event for long, even while the log changes`() throws {
    let follower = try follow(finish)
    let transcript = Transcript(of: follower)
    let hub = try MirroredHub(server.url("owner"))
    try #require(try top("start", "--join", "Crit", "--point", "top").exit == 0)
    let line = try #require(try top.exported().last)
    let (stream, race) = (uid(line), uid(try top.exported()[0]))
    let recorder = try finish.start(["record"])
    try recorder.write("cross 1\n")
    try #require(transcript.waitForLines(1))
    // As a device that was killed before it notified the others.
    let answer = hub.query(
      """
      SELECT outcome FROM laptimer.append_events('\(race)', '\(stream)', 0, \
      ARRAY[$line$\(line)$line$])
      """, as: "top")
    #expect(answer == [["stored"]])
    let query = "SELECT count(*) AS n FROM sessions WHERE uid = '\(stream)'"
    let deadline = Date(timeIntervalSinceNow: 30)
    var isThere = false
    while !isThere, Date() < deadline {
      try recorder.write("cross 1\n")
      isThere = try finish("query", query, "--json").output == "[{\"n\":1}]\n"
    }
    #expect(isThere)
    recorder.closeInput()
    _ = recorder.textsToEnd()
    follower.send(SIGINT)
    #expect(try follower.end().code == 0)
  }

  private func uid(_ line: String) -> String { String(line.dropFirst(52).prefix(36)) }

  @Test func `undo and redo do what they do without a hub`() throws {
    let alone = try Device()
    try #require(try alone("start", "Crit", "--race", "9 laps").exit == 0)
    for bib in 1...3 { try #require(try alone("enter", "\(bib)", "Runner \(bib)").exit == 0) }
    let followers = [try follow(finish), try follow(top)]
    // Another device records meanwhile, and its events arrive in this log.
    try #require(try top("start", "--join", "Crit", "--point", "top").exit == 0)
    let words: [[String]] = [
      ["cross", "1"], ["cross", "2"], ["undo"], ["undo"], ["redo"], ["redo"], ["redo"],
      ["cross", "3"], ["status", "--session", "1"], ["undo"], ["undo"], ["undo"], ["undo"],
      ["redo"], ["undo"], ["undo"], ["cross", "1"], ["redo"],
    ]
    for (number, words) in words.enumerated() {
      if number % 4 == 1 {
        let query =
          "SELECT count(*) FROM events e JOIN clocks c USING (clock) WHERE kind = 'crossed'"
        _ = try finish("query", query)
      }
      let (here, there) = (try finish.run(words), try alone.run(words))
      #expect(here.exit == there.exit, "\(words): \(here.errors)")
      if words[0] != "status" {
        #expect(kind(here.output) == kind(there.output), "\(words)")
        #expect(kind(here.errors) == kind(there.errors), "\(words)")
      }
    }
    try end(followers)
    let query = """
      SELECT kind FROM events WHERE session = 1 AND kind <> 'clocks_compared' ORDER BY version
      """
    #expect(try finish("query", query).output == alone("query", query).output)
    #expect(try finish("check").exit == 0)
  }

  /// An answer without its times and numbers of events.
  private func kind(_ text: String) -> String {
    text.replacing(/[0-9:.]+/, with: "N")
  }
}
