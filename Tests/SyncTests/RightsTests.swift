import Foundation
import HubTestSupport
import ProcessTestSupport
import Testing

/// The rights of a device at a real server: each attempt is made with the device's own password.
@Suite(.enabled(if: HubServer.isInstalled), .serialized)
struct RightsTests {
  private let server: HubServer
  private let owner: Device
  private let a: Device
  private let b: Device

  init() throws {
    server = try HubServer()
    owner = try Device()
    try owner.initialize(server)
    (a, b) = (try Device(), try Device())
    for (name, device) in [("a", a), ("b", b)] {
      try device.join(server, name, owner.invite(name))
    }
  }

  /// Runs SQL as the device a.
  private func asA(_ sql: String...) throws -> (exit: Int32, output: String) {
    var result: (exit: Int32, output: String) = (0, "")
    for sql in sql { result = try server.psql(sql, user: "laptimer_a", password: a.password) }
    return result
  }

  /// Offers lines to the hub as the device a.
  private func offer(
    _ lines: [String], after: Int, of stream: String, in group: String? = nil,
    before: String = "SELECT 1"
  ) throws -> String {
    let array = lines.map { "$line$\($0)$line$" }.joined(separator: ",")
    let answer = try server.psql(
      before,
      """
      SELECT outcome, version, reason FROM laptimer.append_events(\
      '\(group ?? stream)', '\(stream)', \(after), ARRAY[\(array)]::text[])
      """, user: "laptimer_a", password: a.password)
    return answer.exit == 0
      ? String(answer.output.split(separator: "\n").last ?? "") : answer.output
  }

  private func uid(_ line: String) -> String { String(line.dropFirst(52).prefix(36)) }

  @Test func `a device calls its functions, and does nothing else`() throws {
    for sql in [
      "SELECT * FROM laptimer.events", "SELECT * FROM laptimer.devices",
      "INSERT INTO laptimer.devices VALUES ('x')",
      "UPDATE laptimer.streams SET writer = 'laptimer_a'", "DELETE FROM laptimer.divergences",
      "TRUNCATE laptimer.events", "COPY laptimer.events TO STDOUT",
      "COPY (SELECT 1) TO PROGRAM 'id'", "SELECT laptimer.invite('c', 'SCRAM-SHA-256$4096:x$y:z')",
      "SELECT laptimer.revoke('b')",
      "SELECT laptimer.end_connections('b')", "SELECT laptimer.lock_device()",
      "SELECT laptimer.bar('\(UUID())', '\(UUID())', 'x')", "SET ROLE laptimer_owner",
      "SET ROLE owner", "SET SESSION AUTHORIZATION owner", "SET ROLE laptimer_b",
      "GRANT laptimer_owner TO CURRENT_USER", "ALTER ROLE CURRENT_USER CREATEROLE",
      "ALTER ROLE CURRENT_USER CONNECTION LIMIT 100", "ALTER ROLE laptimer_b PASSWORD 'x'",
      "CREATE TABLE laptimer.t (i int)", "CREATE TABLE public.t (i int)",
      "CREATE TEMP TABLE t (i int)", "CREATE SCHEMA s", "CREATE ROLE r", "CREATE DATABASE d",
      "CREATE FUNCTION laptimer.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "ALTER FUNCTION laptimer.may_read() OWNER TO laptimer_a", "DROP SCHEMA laptimer CASCADE",
      "ALTER SYSTEM SET fsync = off", "SELECT pg_read_file('/etc/passwd')",
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> 'laptimer_a'",
    ] {
      let answer = try asA(sql)
      let isHarmless = answer.exit == 0 && answer.output.isEmpty && sql.contains("terminate")
      #expect(answer.exit != 0 || isHarmless, "\(sql): \(answer.output)")
    }
    #expect(try asA("SELECT count(*) FROM laptimer.list_devices()").output == "2")
    #expect(try server.psql("SELECT 1", user: "laptimer_a", password: "wrong").exit == 2)
  }

  @Test func `a hostile device cannot falsify the stream of another one`() throws {
    try #require(try b("start", "Mine", "--race", "2 laps").exit == 0)
    try #require(try b("enter", "1").exit == 0)
    try #require(try b("sync").exit == 0)
    let theirs = try b.exported()
    let stream = uid(theirs[0])
    func digest(_ line: String) -> String {
      line.dropLast(3) + (line.hasSuffix("0\"}") ? "1\"}" : "0\"}")
    }

    // The next event of b's stream, another one in the place of a known one, and one far ahead.
    let next = theirs[1].replacing(/"id":"[^"]*"/, with: "\"id\":\"\(UUID())\"")
    let version =
      Int(
        try server.psql("SELECT version FROM laptimer.streams").output) ?? 0
    #expect(try offer([next], after: version, of: stream) == "diverged|\(version + 1)|other_writer")
    #expect(try offer([digest(theirs[1])], after: 1, of: stream) == "diverged|2|other_event")
    #expect(try offer([next], after: 1_000_000, of: stream) == "gap|\(version)|")
    // Known lines say how far the hub is, and change nothing.
    #expect(try offer([theirs[0]], after: 0, of: stream) == "stored|\(version)|")
    #expect(
      try server.psql("SELECT version, writer FROM laptimer.streams").output
        == "\(version)|laptimer_b")
    #expect(
      try server.psql("SELECT device, version, reason FROM laptimer.divergences ORDER BY version")
        .output == "laptimer_a|2|other_event\nlaptimer_a|\(version + 1)|other_writer")

    // Lines of another stream, in another group, and no lines at all.
    let other = "\(UUID())"
    for (lines, group, name) in [
      ([theirs[0]], other, other), ([theirs[0]], other, stream), (["x"], other, other),
      (["{}"], other, other), ([], other, other), ([theirs[0] + "\n"], stream, stream),
      ([theirs[0], theirs[0]], stream, stream),
    ] {
      #expect(try offer(lines, after: 0, of: name, in: group).contains("ERROR"))
    }
    // The stream in a group of its own, where other devices would take it for that of b.
    let begun = theirs[0].replacing(/"kind":"[^"]*"/, with: "\"kind\":\"joined\"")
      .replacing(/"data":\{.*\},"digest"/, with: "\"data\":{\"race\":\"\(other)\"},\"digest\"")
    #expect(try offer([begun], after: 0, of: stream, in: other).contains("duplicate key"))
    // A search path of the device's own is not used.
    #expect(
      try offer([theirs[0]], after: 0, of: stream, before: "SET search_path = public, pg_temp")
        == "stored|\(version)|")
    #expect(
      try asA("SELECT laptimer.take_stream('\(stream)', '\(stream)', \(version))").output
        == "not_revoked")
    // A false notification only wakes.
    #expect(try asA("NOTIFY laptimer, 'x'").exit == 0)
    #expect(try b("sync").output == "Sent 0 events, received 0.\n")
    #expect(try b("check").exit == 0)
  }

  @Test func `a stream with a wrong digest is set aside, and the others go on`() throws {
    for (device, name) in [(a, "Bad"), (b, "Good")] {
      try #require(try device("start", name, "--race", "2 laps").exit == 0)
    }
    try #require(try b("sync").exit == 0)
    let line = try a.exported()[0]
    let bad = line.replacing("Bad", with: "Mad")
    #expect(try offer([bad], after: 0, of: uid(line)) == "stored|1|")
    let watcher = try Device()
    try watcher.join(server, "c", owner.invite("c"))
    let answer = try watcher("sync")
    #expect(answer.exit == 0)
    #expect(answer.errors.contains("was set aside: the event does not match its digest."))
    #expect(try watcher("list").output.contains("Good"))
    #expect(try watcher("check").exit == 0)
    // Also if the exchange goes on, as with a comparison of clocks.
    try #require(try watcher("start", "Own", "--race", "2 laps").exit == 0)
    #expect(try watcher("sync").errors.contains("was set aside"))
    // Once the owner has barred it, devices do not receive it any more.
    let bar = "SELECT laptimer.bar('\(uid(line))', '\(uid(line))', 'wrong')"
    #expect(try server.psql(bar).output == "t")
    #expect(try watcher("sync").errors.contains("has barred"))
    // Quotas.
    _ = try server.psql("UPDATE laptimer.devices SET max_streams = 1 WHERE device = 'laptimer_a'")
    try #require(try a("start", "Second", "--race", "2 laps", "--also").exit == 0)
    #expect(try offer([a.exported()[1]], after: 0, of: uid(a.exported()[1])).contains("limit"))
    let limited = try a("sync", "--json")
    #expect(limited.exit == 65)
    #expect(limited.output.contains("\"session\":2,\"state\":\"refused\""), "\(limited)")
    #expect(limited.errors.contains("\"kind\":\"refused\""), "\(limited)")
    #expect(limited.errors.contains("\"Some sessions diverged or were refused; all others are"))
  }

  @Test func `a revoked device is out, and its session goes on elsewhere`() throws {
    try #require(try a("start", "Lost", "--race", "2 laps").exit == 0)
    try #require(try a("sync").exit == 0)
    try #require(try b("sync").exit == 0)
    #expect(try b("sync", "take", "Lost").errors.contains("sync revoke a'"))
    #expect(try b("enter", "1").exit == 1)
    let follower = try a.start(["sync", "--follow"])
    follower.closeInput()
    let wasThere = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'laptimer_a'"
    let deadline = Date(timeIntervalSinceNow: 30)
    while try server.psql(wasThere).output != "1", Date() < deadline {}
    try #require(try server.psql(wasThere).output == "1")
    #expect(try owner("sync", "revoke", "a").output == "Revoked 'a', and ended 1 connection.\n")
    // It ends by itself, and says why.
    #expect(follower.textsToEnd().errors.contains("The owner of the hub has revoked this device"))
    #expect(try follower.end().code == 77)
    for words in ["now", "status"] {
      let refused = try a("sync", words)
      #expect(refused.exit == 77)
      #expect(refused.errors.hasPrefix("Error: The owner of the hub has revoked this device"))
    }
    // Its log works as before.
    #expect(try a("enter", "7").exit == 0)
    let taken = try b("sync", "take", "Lost")
    #expect(taken.output == "Session 1 is written here now.\n")
    #expect(try b("enter", "1").exit == 0)
    #expect(try b("sync").output.hasPrefix("Sent"))
    #expect(try b("sync", "status").output.contains("a (revoked): 0 sessions with 0 events"))
    #expect(try owner("sync", "revoke", "nobody").exit == 66)
  }

  @Test func `two hubs on one server share the names of devices, and nothing else`() throws {
    #expect(try server.psql("CREATE DATABASE second").exit == 0)
    let other = try Device()
    let url = server.url("owner").replacing("/hub?", with: "/second?")
    try #require(try other("sync", "init", url).exit == 0)
    #expect(try other("sync", "invite", "a").errors.contains("The device 'a' was invited before,"))
    #expect(try other("sync", "revoke", "a").exit == 66)
    #expect(try a("sync").exit == 0)
    func asA(_ sql: String) throws -> String {
      try server.psql(sql, user: "laptimer_a", password: a.password, database: "second").output
    }
    let list = "SELECT count(*) FROM laptimer.list_devices()"
    let append = "SELECT laptimer.append_events('\(UUID())', '\(UUID())', 0, ARRAY['{}'])"
    for sql in [list, append] { #expect(try asA(sql).contains("ERROR:  revoked")) }
  }

  @Test func `the password is kept by libpq's rules, and is nowhere else`() throws {
    let first = try owner.invite("c")
    let c = try Device()
    let url = server.url("laptimer_c")
    #expect(try c("sync").errors.contains("sync join URL"))
    let wrong = try c("sync", "join", url, input: "wrong\n")
    #expect(wrong.exit == 77)
    #expect(wrong.errors.contains("The password is wrong or missing"))
    let secret = url.replacing("laptimer_c@", with: "laptimer_c:\(first)@")
    let shown = try c("sync", "join", secret, input: "\n")
    #expect(shown.exit == 64)
    let bare = try c("sync", "join")
    #expect(bare.exit == 64)
    #expect(bare.errors.contains("Missing expected argument '<url>'\nHelp:  <url>"), "\(bare)")
    #expect(bare.errors.contains("Usage: laptimer sync join"), "\(bare)")
    #expect(!shown.errors.contains(first))
    // Lines of others are kept, whatever their encoding; a line of the same user is replaced.
    let other = Array("db:*:*:me:".utf8) + [0xE9, 0x0D, 0x0A]
    try writeFile(other + Array("localhost:5432:hub:laptimer_c:old\n".utf8), to: c.passwords)
    try c.join(server, "c", first)
    let kept = contents(of: c.passwords).split(separator: 0x0A).map { Array($0) }
    #expect(kept.count == 3)
    // libpq looks for this name if the socket is in its own folder.
    #expect(kept[1].starts(with: "localhost:5432:hub:laptimer_c:".utf8))
    #expect(kept[1].suffix(32) == kept[0].suffix(32))
    #expect(kept[2] + [0x0A] == other)
    var status = stat()
    #expect(stat(c.passwords, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(c.password.count == 32)
    // The first password is replaced, and a second try with it fails.
    #expect(try server.psql("SELECT 1", user: "laptimer_c", password: first).exit != 0)
    #expect(try server.psql("SELECT 1", user: "laptimer_c", password: c.password).exit == 0)
    for name in ScratchFolder.names(in: c.folder) where name != ".pgpass" {
      let text = String(decoding: contents(of: c.folder + "/" + name), as: UTF8.self)
      #expect(!text.contains(c.password) && !text.contains(first))
    }
    #expect(try owner("sync", "invite", "c").errors.contains("invited before"))
    #expect(try owner("sync", "invite", "x'; DROP SCHEMA laptimer; --").exit == 64)
    #expect(try c("sync", "init", server.url("laptimer_c")).exit == 73)
    // An owner whose file is lost, or whose server has another address.
    #expect(unlink(owner.log + ".owner.hub") == 0)
    let found = try owner("sync", "init", server.url("owner"))
    #expect(found.output.hasPrefix("The database is already a hub. This log manages it now."))
    #expect(try owner("sync", "invite", "later").exit == 0)
    let empty = server.url("owner").replacing("/hub?", with: "/postgres?")
    let second = try owner("sync", "init", empty)
    #expect(second.exit == 73 && second.errors.contains("use another --db"), "\(second)")
    // A missing database, or one that is not a hub, also ends --follow.
    let password = c.password
    for (name, reason) in [
      ("nowhere", "The server has no database of that name."),
      ("postgres", "The database is not a hub:"),
    ] {
      try writeFile("*:*:*:*:\(password)\n".utf8, to: c.passwords)
      try writeFile(url.replacing("/hub?", with: "/\(name)?").utf8, to: c.log + ".hub")
      for words in ["now", "--follow"] {
        let answer = try c("sync", words)
        #expect(answer.exit == 1)
        #expect(answer.errors.contains("Error: \(reason)"), "\(answer)")
      }
    }
    try writeFile(url.utf8, to: c.log + ".hub")
    // A wrong or missing password also ends --follow.
    for text in ["*:*:*:*:wrong\n", ""] {
      try writeFile(text.utf8, to: c.passwords)
      for words in ["now", "--follow"] {
        let refused = try c("sync", words)
        #expect(refused.exit == 77)
        #expect(refused.errors.contains("The password is wrong or missing: libpq reads it"))
      }
    }
  }

  @Test func `the password is kept in the file that the address names`() throws {
    let device = try Device()
    let file = device.folder + "/own"
    let joined = try device(
      "sync", "join", server.url("laptimer_c") + "&passfile=\(file)",
      input: owner.invite("c") + "\n")
    try #require(joined.exit == 0, "\(joined.errors)")
    #expect(access(device.passwords, F_OK) != 0)
    #expect(String(decoding: contents(of: file), as: UTF8.self).contains(":hub:laptimer_c:"))
    #expect(try device("sync").exit == 0)
  }

  @Test func `an attempt to join that failed is repeated with the same password`() throws {
    let first = try owner.invite("c")
    let c = try Device()
    func join() throws -> Int32 {
      try c("sync", "join", server.url("laptimer_c"), input: first + "\n").exit
    }
    for file in [c.log + ".hub", c.passwords] {
      try #require(mkdir(file, 0o700) == 0)
      #expect(try join() == 74)
      try #require(rmdir(file) == 0)
    }
    #expect(try join() == 0)
    // As if the process had been killed before it answered.
    #expect(unlink(c.log + ".hub") == 0)
    let password = c.password
    #expect(try join() == 0)
    #expect(c.password == password)
    #expect(try c("sync").exit == 0)
    // Without it, the first password is refused.
    #expect(unlink(c.passwords) == 0)
    #expect(try join() == 77)
    // As the owner does for a device that has lost its password.
    #expect(try server.psql("ALTER ROLE laptimer_c PASSWORD '\(first)'").exit == 0)
    #expect(try join() == 0)
    #expect(try c("sync").exit == 0)
  }

  @Test func `a hub is made and joined before the folder of the log exists`() throws {
    #expect(try server.psql("CREATE DATABASE second").exit == 0)
    let (other, c) = (try Device(), try Device())
    func log(_ device: Device) -> String { device.folder + "/share/laptimer/laptimer.db" }
    let url = server.url("owner").replacing("/hub?", with: "/second?")
    #expect(try other("sync", "init", url, "--db", log(other)).exit == 0)
    #expect(try other("sync", "invite", "other", "--db", log(other)).exit == 0)
    let first = try owner.invite("c")
    let joined = try c(
      "sync", "join", server.url("laptimer_c"), "--db", log(c), input: first + "\n")
    #expect(joined.exit == 0, "\(joined.errors)")
    #expect(try c("sync", "--db", log(c)).exit == 0)
  }

  @Test func `a hub is not made if its owner could not use it`() throws {
    #expect(try server.psql("CREATE DATABASE second").exit == 0)
    let other = try Device()
    let url = server.url("owner").replacing("/hub?", with: "/second?")
    let file = other.log + ".owner.hub"
    try #require(mkdir(file, 0o700) == 0)
    #expect(try other("sync", "init", url).exit == 74)
    try #require(rmdir(file) == 0)
    #expect(try other("sync", "init", url).exit == 0)
    #expect(try other("sync", "invite", "second").exit == 0)
  }
}

/// The addresses of hubs.
struct AddressTests {
  @Test(arguments: [
    "postgresql://a@db.example.net/hub", "postgresql://a@db.example.net/hub?sslmode=require",
    "postgresql://a@localhost/hub", "postgresql://a@192.0.2.1/hub?sslmode=verify-ca",
    "postgresql://a@127.0.0.1,192.0.2.1/hub", "postgresql://a@127.0.0.1/hub?hostaddr=192.0.2.1",
    "postgresql://a@127.0.0.1,192.0.2.1/hub?hostaddr=127.0.0.1,",
    "host=db.example.net user=a dbname=hub", "postgresql://a@/hub?host=127.0.0.1.example.net",
  ])
  func `a hub on another machine is refused without verification`(url: String) throws {
    let answer = try Device()("sync", "join", url, input: "x\n")
    #expect(answer.exit == 64)
    #expect(answer.errors.contains("sslmode=verify-full"))
  }
}
