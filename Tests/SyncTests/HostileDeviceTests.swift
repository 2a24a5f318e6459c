@testable import laptimer_sync
import HubTestSupport
import Foundation
import EventLog
import Logbook
import ProcessTestSupport
import Testing
import Text

/// A device `a` that misuses its functions, beside a device `b`: it costs service at most.
@Suite(.enabled(if: HubServer.isInstalled))
struct HostileDeviceTests {
  private let server: HubServer
  private let owner: Device
  private let a: Device
  private let b: Device
  private let hub: MirroredHub

  init() throws {
    server = try HubServer(settings: ["log_statement=all", "log_connections=on"])
    owner = try Device()
    try owner.initialize(server)
    (a, b) = (try Device(), try Device())
    for (name, device) in [("a", a), ("b", b)] {
      try device.join(server, name, owner.invite(name))
    }
    hub = try MirroredHub(server.url("owner"))
  }

  /// Offers lines to the hub as the device a; returns the outcome, or the error.
  private func offer(_ lines: [String], of stream: String, in group: String, after: Int) -> String {
    let array = lines.map { "$line$\($0)$line$" }.joined(separator: ",")
    let rows = hub.query(
      """
      SELECT outcome, version FROM laptimer.append_events('\(group)', '\(stream)', \(after), \
      ARRAY[\(array)]::text[])
      """, as: "a")
    return rows.first?.joined(separator: "|") ?? hub.error
  }

  /// A line that the hub accepts; its digest is wrong.
  private func line(_ id: String, of stream: String, kind: String = "started", data: String = "{}")
    -> String
  {
    let digest = String(repeating: "0", count: 64)
    return
      #"{"id":"\#(id)","uid":"\#(stream)","kind":"\#(kind)","kind_version":1,"at":"2026-11-28T10:00:00.000000000Z","basis":"measured","recorded_at":"2026-11-28T10:00:00.000000000Z","ticks_ns":1,"boot_id":"b","device":"d","offset_ns":0,"source":"cli","data":\#(data),"digest":"\#(digest)"}"#
  }

  private func newID() -> String { UUID().uuidString.lowercased() }

  @Test func `payloads without a limit are refused by the hub and by each device`() throws {
    hub.query("SET log_statement = none")
    let (stream, other) = (newID(), newID())
    let text = String(repeating: "x", count: 64 << 20)
    let huge = line(stream, of: stream, data: #"{"name":"\#(text)"}"#)
    #expect(offer([huge], of: stream, in: stream, after: 0).contains("limit"))
    // So are many lines.
    let many = Array(repeating: line(stream, of: stream), count: 2001)
    #expect(offer(many, of: stream, in: stream, after: 0).contains("limit"))
    #expect(hub.query("SELECT count(*) FROM laptimer.groups") == [["0"]])

    // Devices may refuse events that the hub accepts: they set the session aside, and import the others.
    let large = #"{"name":"\#(text.prefix(7 << 20))"}"#
    #expect(
      offer([line(other, of: other, data: large)], of: other, in: other, after: 0) == "stored|1")
    for version in 1...9 {
      let next = line(newID(), of: other, kind: "x", data: large)
      #expect(offer([next], of: other, in: other, after: version) == "stored|\(version + 1)")
    }
    // The hub itself may be damaged, and hold a line that it would refuse.
    #expect(offer([line(stream, of: stream)], of: stream, in: stream, after: 0) == "stored|1")
    hub.query("UPDATE laptimer.events SET line = repeat('x', 64 << 20) WHERE stream = '\(stream)'")
    try #require(try a("start", "Good", "--race", "2 laps").exit == 0)
    try #require(try a("sync").exit == 0)
    let child = try b.start(["sync"])
    child.closeInput()
    let peak = try child.peakMemoryToEnd()
    #expect(child.textsToEnd().errors.components(separatedBy: "was set aside").count == 3)
    #expect(peak < 700 << 10, "\(peak) KiB")
    #expect(try b("list").output.contains("Good"))
    #expect(try b("check").exit == 0)
  }

  @Test func `a million sessions end at the quota, and so do divergences`() throws {
    hub.query("UPDATE laptimer.devices SET max_streams = 3, max_bytes = 20000")
    let streams = (0..<5).map { _ in newID() }
    let answers = streams.map { offer([line($0, of: $0)], of: $0, in: $0, after: 0) }
    #expect(answers.prefix(3) == ["stored|1", "stored|1", "stored|1"])
    #expect(answers.suffix(2).allSatisfy { $0.contains("limit") })
    #expect(hub.query("SELECT count(*) FROM laptimer.groups") == [["3"]])
    // A session in the race of another one may not use its ids; each try is written down.
    var refused = 0
    for _ in 0..<30 {
      let stream = newID()
      let joined = line(stream, of: stream, kind: "joined", data: #"{"race":"\#(streams[0])"}"#)
      let reused = line(streams[0], of: stream, kind: "x")
      let answer = offer([joined, reused], of: stream, in: streams[0], after: 0)
      refused += answer == "diverged|1" ? 0 : 1
      #expect(answer == "diverged|1" || answer.contains("limit"))
    }
    #expect((10...20).contains(refused))
    #expect(
      hub.query("SELECT count(*) FROM laptimer.divergences") == [["\(30 - refused)"]])
    // Twice the same id, which would make a group without a session.
    let stream = newID()
    hub.query("UPDATE laptimer.devices SET max_streams = 1000, max_bytes = 1000000")
    let twice = [line(stream, of: stream), line(stream, of: stream)]
    #expect(offer(twice, of: stream, in: stream, after: 0).contains("malformed"))
    let answer = hub.query(
      """
      SELECT * FROM laptimer.append_events('\(stream)', '\(stream)', 0, \
      ARRAY[ARRAY['\(line(stream, of: stream))'], ARRAY['\(line(newID(), of: stream))']])
      """, as: "a")
    #expect(answer.isEmpty)
    #expect(hub.error.contains("malformed"))
    #expect(hub.query("SELECT count(*) FROM laptimer.groups") == [["3"]])
  }

  @Test func `names are texts, whatever is in them`() throws {
    let names = [
      "x'); DROP TABLE laptimer.events; --", #"$line$ \ "q" {} [] %s \x00 \u0000 "#,
      "$$; SELECT laptimer.revoke('b'); $$", "né 🏁 <script>",
    ]
    try #require(try b("start", names[0], "--race", "2 laps").exit == 0)
    for (bib, name) in names.enumerated() {
      let answer = try b("enter", "\(bib + 1)", name, "--team", name)
      #expect(answer.exit == 0, "\(answer.errors)")
    }
    // A sensor may send a null character, which no text of PostgreSQL can have.
    for label in ["null \0", #"\u0000 \\\#0 \\"#] {
      #expect(try b("record", input: "enter 9 '\(label)'\n").exit == 0)
      #expect(try b("withdraw", "9").exit == 0)
    }
    let sent = try b("sync")
    #expect(sent.exit == 0)
    #expect(sent.errors == "")
    try #require(try a("sync").exit == 0)
    #expect(try a.exported() == b.exported())
    #expect(try a("sync", "take", names[0]).errors.contains("sync revoke b'"))
    #expect(hub.query("SELECT count(*) FROM laptimer.devices WHERE revoked_at IS NULL") == [["2"]])
    for name in names {
      #expect(try owner("sync", "invite", name).exit == 64)
      #expect(try owner("sync", "revoke", name).exit == 66)
    }
  }

  @Test func `events of a version from the future are kept`() throws {
    try #require(try a("start", "Next", "--race", "2 laps").exit == 0)
    let log = try Logbook(path: a.log, for: .reading)
    let stream = try #require(try log.localStreams().first)
    let first = try #require(ExportedEvent(exportedLine: try a.exported()[0]))
    let lines = ["teleported", "crossed"].map { kind in
      var record = first.record
      record.id = EventID(newID()) ?? .zero
      (record.kind, record.kindVersion, record.data) = (kind, 99, #"{"new":["field"]}"#)
      return ExportedEvent(signing: record, uid: stream.uid, clock: first.clock).exportedLine
    }
    let uid = stream.uid.description
    try #require(try a("sync").exit == 0)
    let version = try #require(
      Int(hub.query("SELECT version FROM laptimer.streams").first?.first ?? ""))
    #expect(offer(lines, of: uid, in: uid, after: version) == "stored|\(version + 2)")
    let answer = try b("sync")
    #expect(answer.exit == 0)
    #expect(answer.errors == "")
    #expect(try b.exported().suffix(2) == lines)
    #expect(try b("check").exit == 0)
    #expect(try b("standings", "Next").exit == 0)
    // The log of a device that was hacked gets back what it sent.
    #expect(try a("sync").output == "Sent 0 events, received 2.\n")
  }

  @Test func `a device that holds locks or connections costs time until it is revoked`() throws {
    try #require(try b("start", "Crit", "--race", "2 laps").exit == 0)
    try #require(try b("sync").exit == 0)
    let lines = try b.exported()
    let uid = String(lines[0].dropFirst(52).prefix(36))
    // It offers a known line, and then keeps the transaction with the lock of the group.
    func connect() throws -> Child {
      try Child(
        ["psql", "-X", "-q", server.url("laptimer_a")],
        environment: ["PATH": "/usr/bin:/bin:/usr/local/bin", "PGPASSWORD": a.password],
        folder: "/", input: .pipe)
    }
    let clients = try (0..<4).map { _ in try connect() }
    try clients[0].write(
      """
      BEGIN;
      SELECT outcome FROM laptimer.append_events('\(uid)', '\(uid)', 0, ARRAY[$l$\(lines[0])$l$]);

      """)
    for client in clients {
      try client.write("SELECT 'here';\n")
      let transcript = Transcript(of: client)
      try #require(transcript.waitForLines(4))
    }
    let fifth = try a("sync")
    #expect(fifth.exit == 75)
    #expect(fifth.errors.contains("too many connections for role"))
    try #require(try b("enter", "1").exit == 0)
    let busy = try b("sync")
    #expect(busy.exit == 75)
    #expect(busy.errors.contains("The hub cannot be reached: it is busy"))
    #expect(try owner("sync", "revoke", "a").output == "Revoked 'a', and ended 4 connections.\n")
    #expect(try b("sync").output.hasPrefix("Sent "))
    for client in clients {
      client.closeInput()
      _ = try client.end()
    }
  }

  @Test func `false notifications do not keep a device that follows from its work`() throws {
    try #require(try b("start", "Crit", "--race", "2 laps").exit == 0)
    let follower = try b.start(["sync", "--follow"])
    let transcript = Transcript(of: follower)
    try #require(transcript.waitForLines(1))
    for round in 0..<20 {
      let flood = "SELECT count(pg_notify('laptimer', n::text)) FROM generate_series(1, 5000) n"
      #expect(hub.query(flood, as: "a").first == ["5000"])
      if round == 10 { try #require(try b("enter", "1").exit == 0) }
    }
    try #require(transcript.waitForLines(2))
    // It exchanges at most each 50 ms, and not once for each notification.
    let calls = server.logged.components(separatedBy: "laptimer.heads(").count
    #expect(calls < 1000, "\(calls) exchanges")
    follower.send(SIGINT)
    #expect(try follower.end().code == 0)
    #expect(
      hub.query("SELECT count(*) FROM laptimer.events WHERE line LIKE '%entered%'") == [["1"]])
  }

  @Test func `the password is in no process and not in the log of the server`() throws {
    let first = try owner.invite("c")
    let c = try Device()
    try c.join(server, "c", first)
    try #require(try c("start", "Crit", "--race", "2 laps").exit == 0)
    let follower = try c.start(["sync", "--follow"])
    try #require(Transcript(of: follower).waitForLines(1))
    var seen = 0
    for name in ScratchFolder.names(in: "/proc") where Int(name) != nil {
      for file in ["cmdline", "environ"] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(name)/\(file)")
        let text = String(decoding: bytes ?? Data(), as: UTF8.self)
        seen += text.isEmpty ? 0 : 1
        #expect(!text.contains(c.password) && !text.contains(first), "\(name)/\(file)")
      }
    }
    #expect(seen > 2)
    follower.send(SIGINT)
    #expect(try follower.end().code == 0)
    #expect(server.logged.contains("ALTER ROLE"))
    #expect(!server.logged.contains(c.password) && !server.logged.contains(first))
  }
}
