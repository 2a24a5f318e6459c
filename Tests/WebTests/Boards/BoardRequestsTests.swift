import Foundation
import ProcessTestSupport
import Testing

@testable import Web

/// The requests of a page beside that for its list.
struct BoardRequestsTests {
  private let rig: BoardRig

  init() throws { rig = try BoardRig() }

  private func race(_ format: String, runners: Int) throws {
    rig("start", "Crit", "--race", format)
    for bib in 1...runners { rig("enter", "\(bib)", "Runner \(bib)") }
    try rig.pass(.seconds(10))
  }

  private func rows(_ address: String) throws -> [[String: Any]] {
    let document = try rig.document(address) as? [String: Any]
    return document?["rows"] as? [[String: Any]] ?? []
  }

  @Test func `rows beyond 200 live while they cross, and come when they are asked for`() throws {
    try race("9 laps", runners: 203)
    let page = try rig.reader("/live/1")
    #expect(page.order.count == 200)
    #expect(try rows("/api/sessions/1/board?rows=201-400").count == 3)
    rig("rule", "203", "+10s")
    rig("cross", "203")
    try rig.pass(.seconds(1))
    #expect(page.order.first == "203")
    #expect(page.rows["203"]?["notes"] as? String == "+10s")
    // The runner leaves the list again; a page that has pinned it must not keep the note.
    rig("rule", "203", "-10s")
    rig("rule", "203", "dnf")
    try rig.pass(.seconds(1))
    #expect(!page.order.contains("203"))
    #expect(page.rows["203"]?["notes"] as? String ?? "" == "")
    #expect(page.rows["203"]?["status"] as? String == "dnf")
  }

  @Test func `a flag is words, and who has finished has a state`() throws {
    try race("1 lap", runners: 3)
    rig("cross", "1", "2")
    rig("order", "@6", "@5")
    try rig.pass(.seconds(1))
    let rows = try rows("/api/sessions/1/board")
    #expect(rows.map { $0["state"] as? String } == ["finished", "finished", nil])
    #expect(rows.map { $0["key"] as? String } == ["2", "1", "3"])
    #expect(rows[0]["notes"] as? String == "photo finish")
  }

  @Test func `rows come by keys with their laps, and with gaps to a runner`() throws {
    try race("9 laps", runners: 3)
    for bib in ["1", "2", "1"] {
      rig("cross", bib)
      try rig.pass(.seconds(5))
    }
    let row = try #require(rows("/api/sessions/1/board?keys=2").first)
    let track = try #require(row["track"] as? [[String: Any]])
    #expect(track.map { $0["split"] as? String } == ["0:15.0"])
    #expect(track.map { $0["gap"] as? String } == ["+5.0"])
    let gaps = try rows("/api/sessions/1/board?to=2").map { $0["gap_to"] as? String ?? "" }
    #expect(gaps == ["-1 lap", "", ""])
    let laps = try rows("/api/sessions/1/board?keys=1,2,3").map {
      $0["track"] as? [[String: Any]] ?? []
    }
    #expect(
      laps.map { $0.map { $0["gap_ns"] as? Int } } == [[0, 0], [5_000_000_000], []])
    #expect(
      laps.map { $0.map { $0["lap_ns"] as? Int } }
        == [[10_000_000_000, 10_000_000_000], [15_000_000_000], []])
  }

  @Test func `a bib with a comma is a key that is encoded once more`() throws {
    rig("start", "Crit", "--race", "9 laps")
    for bib in ["1", "1,2", "3%", "%41"] { rig("enter", bib, "Ada") }
    try rig.pass(.seconds(1))
    // The last key is not encoded once more.
    let rows = try rows("/api/sessions/1/board?keys=1%252C2,%252541,3%2525")
    #expect(Set(rows.compactMap { $0["key"] as? String }) == ["%41", "1,2", "3%"])
  }

  @Test func `a runner far down the list has the places of its laps, too`() throws {
    try race("9 laps", runners: 70)
    for bib in 1...70 { rig("cross", "\(bib)") }
    try rig.pass(.seconds(1))
    let laps = try rows("/api/sessions/1/board?keys=61,70").map { $0["track"] as? [[String: Any]] }
    #expect(laps.map { $0?.first?["place"] as? String } == ["61", "70"])
  }

  @Test func `a runner who comes onto the list comes whole`() throws {
    try race("9 laps", runners: 203)
    for bib in 1...203 { rig("cross", "\(bib)") }
    try rig.pass(.seconds(1))
    let first = try rig.reader("/live/1")
    // Runner 203 crossed a moment ago, and is not among the rows of a page that is opened now.
    let page = try rig.reader("/live/1")
    #expect(page.rows["203"] == nil)
    rig("cross", "203")
    try rig.pass(.seconds(1))
    #expect(page.order.first == "203")
    #expect(page.rows["203"]?["bib"] as? String == "203")
    #expect(page.shown == first.shown)
  }

  @Test func `whoever is a lap late is not due any more`() throws {
    try race("9 laps", runners: 2)
    rig("cross", "2", "1")
    let page = try rig.reader("/live/1")
    for (seconds, bibs) in [(10, ["2", "1"]), (9, ["2", "1"]), (0, ["1"])] {
      try rig.pass(.seconds(seconds))
      rig("cross", "1")
      try rig.pass(.seconds(1))
      #expect((page.board["header"] as? [String: Any])?["due"] as? [String] == bibs)
    }
  }

  @Test func `whoever is due is sent, also beyond the rows of the list`() throws {
    try race("9 laps", runners: 203)
    rig("cross", "203")
    try rig.pass(.seconds(1))
    _ = rig.run(["cross"] + (1...202).map(String.init))
    rig("rule", "203", "-1lap")
    let document = try rig.site.publisher("1").state.document(.overall)
    #expect(document.header.contains { $0.name == "due" && "\($0.value)".contains("203") })
    #expect(document.others.map(\.key).contains("203"))
  }

  @Test func `in a time trial, the lap under way began at the own start`() throws {
    try race("time trial 30s", runners: 3)
    let since = try rows("/api/sessions/1/board").map { $0["since_ns"] as? Int }
    #expect(since == [0, 30_000_000_000, 60_000_000_000])
  }

  @Test func `a loop of a backyard race begins at its bell`() throws {
    try race("backyard 1h", runners: 2)
    try rig.pass(.seconds(1500))
    rig("cross", "2")
    try rig.pass(.seconds(1))
    let since = try rows("/api/sessions/1/board").map { $0["since_ns"] as? Int }
    #expect(since == [3_600_000_000_000, 0])
  }

  @Test func `a correction of the clock alone is a new state of each list`() throws {
    rig("start", "Plain")
    try rig.pass(.seconds(100))
    func board() throws -> (tag: String?, running: Int?) {
      let response = try rig.response("/api/sessions/1/board")
      let document = try rig.document("/api/sessions/1/board") as? [String: Any]
      return (response.tag, (document?["clock"] as? [String: Any])?["running_ns"] as? Int)
    }
    let before = try board()
    #expect(before.running == 100_000_000_000)
    try rig.pass(.seconds(1))
    #expect(try board() == before)
    rig("amend", "start", "--by=-60s")
    try rig.pass(.seconds(1))
    let after = try board()
    #expect(after.tag != before.tag && after.running == 162_000_000_000)
  }

  @Test func `a correction by a point is said, too`() throws {
    try race("9 laps", runners: 2)
    rig("cross", "2")
    rig("start", "--join", "1", "--point", "finish", "--also")
    try rig.pass(.seconds(1))
    let page = try rig.reader("/live/1")
    rig("cross", "1", "--session", "2", "--ago", "5s")
    try rig.pass(.seconds(1))
    rig("remove", "@2", "--session", "2")
    try rig.pass(.seconds(1))
    let notes = page.board["notes"] as? [[String: Any]] ?? []
    #expect(notes.count == 1)
    #expect(
      (notes.first?["text"] as? String)?.hasSuffix("2 places changed: 2 up to 1, 1 has no place.")
        ?? false, "\(notes)")
  }

  @Test func `rows of the past are asked for as those of now, also of a session that is no race`()
    throws
  {
    try race("9 laps", runners: 203)
    #expect(try rows("/api/sessions/1/board?at_event=200&rows=199-210").count == 1)
    #expect(try rows("/api/sessions/1/board?at_event=204&rows=201-400").count == 3)
    rig("start", "Plain", "--also")
    for _ in 0..<3 {
      try rig.pass(.seconds(10))
      rig("lap", "--session", "Plain")
    }
    try rig.pass(.seconds(1))
    let past = try rows("/api/sessions/2/board?at_event=3")
    #expect(past.map { $0["lap"] as? String } == ["2", "1"])
    let timed = try rows("/api/sessions/2/board?at_time=15s")
    #expect(timed.map { $0["lap"] as? String } == ["1"])
    #expect(try rig.response("/api/sessions/2/board?at_event=9").status == 404)
  }

  @Test func `a document with events that are not published yet has no state`() throws {
    try race("9 laps", runners: 2)
    let address = "/api/sessions/1/standings"
    #expect(try rig.response(address).tag != nil)
    rig("cross", "1")
    #expect(try rig.response(address + "?points").tag == nil)
    try rig.pass(.seconds(1))
    #expect(try rig.response(address + "?points").tag != nil)
  }

  @Test(arguments: ["", "/standings", "/results"])
  func `events of another session leave the documents of a session their state`(
    document: String
  ) throws {
    try race("9 laps", runners: 2)
    rig("start", "--join", "1", "--point", "finish", "--also")
    rig("start", "Plain", "--also")
    try rig.pass(.seconds(1))
    let tag = try rig.response("/api/sessions/1/board").tag
    rig("lap", "--session", "Plain")
    try rig.pass(.seconds(1))
    #expect(try rig.response("/api/sessions/1" + document).tag == tag)
    // An event of the session that times a point, which is not published yet.
    rig("cross", "1", "--session", "2")
    #expect(try rig.response("/api/sessions/1/standings?points").tag == nil)
  }

  @Test func `the newest crossings come by their numbers`() throws {
    try race("9 laps", runners: 3)
    rig("cross", "3", "1", "2")
    try rig.pass(.seconds(1))
    let passings = try rows("/api/sessions/1/board?list=passings&rows=1-2")
    #expect(passings.map { $0["bib"] as? String } == ["2", "1"])
  }

  @Test func `the list of sessions is that of the command line, also of another device's`() throws {
    try race("9 laps", runners: 2)
    let export = String(decoding: rig("export").output, as: UTF8.self)
    let other = try BoardRig()
    try writeFile(export.utf8, to: other.path("export"))
    #expect(other.run(["import", other.path("export"), "--foreign"]).code == 0)
    try other.pass(.seconds(1))
    let sessions = try other.response("/api/sessions")
    #expect(sessions.body == Array(other("list", "--json").output.dropLast()))
    #expect(String(decoding: sessions.body, as: UTF8.self).contains("\"read_only\":true"))
  }

  @Test func `a race that has finished is one that goes on after an undo`() throws {
    try race("1 lap", runners: 1)
    func page() throws -> String {
      try rig.pass(.seconds(1))
      return String(decoding: try rig.response("/").body, as: UTF8.self)
    }
    #expect(try page().contains("phase running"))
    rig("cross", "1")
    #expect(try page().contains("phase finished"))
    #expect(try page().contains("phase finished"))
    rig("undo")
    #expect(try page().contains("phase running"))
  }

  @Test func `a document of now is made once for all who ask for it`() throws {
    try race("9 laps", runners: 2)
    var commands: [[String]] = []
    let site = try rig.newSite { settings in
      let run = settings.run
      settings.run = { words, instant in
        commands.append(words)
        return run(words, instant)
      }
    }
    let first = try rig.response("/api/sessions/1/standings", of: site)
    #expect(try rig.response("/api/sessions/1/standings", of: site).body == first.body)
    #expect(commands.count == 1)
    _ = try rig.response("/api/sessions/1/standings?points", of: site)
    _ = try rig.response("/api/sessions/1/results", of: site)
    #expect(commands.count == 3)
    for _ in 0..<2 { _ = try rig.response("/api/sessions/1/standings?at_event=3", of: site) }
    #expect(commands.count == 5)
  }

  @Test func `a list that nobody reads or asks for ends`() throws {
    try race("9 laps", runners: 2)
    let page = try rig.reader("/live/1")
    let publisher = try rig.site.publisher("1")
    _ = try rig.response("/api/sessions/1/board?list=passings")
    #expect(publisher.lists.count == 2)
    try rig.pass(.seconds(15))
    _ = try rig.response("/live/1?list=passings&poll=1")
    try rig.pass(.seconds(15))
    #expect(publisher.lists.count == 2)
    try rig.pass(.seconds(15))
    #expect(publisher.lists.keys.map(\.text) == ["overall"])
    withExtendedLifetime(page) {}
  }

  @Test func `the streams of a session end once it is not shown any more`() throws {
    try race("9 laps", runners: 2)
    rig("start", "Plain", "--also")
    try rig.pass(.seconds(1))
    var isShown = true
    let site = try rig.newSite { $0.isServed = { _, _ in isShown } }
    let pages = try (rig.reader("/live/1"), rig.reader("/live/2"), rig.reader("/live/2", of: site))
    rig("discard", "1")
    try rig.pass(.milliseconds(1))
    #expect(pages.0.isEnded && !pages.1.isEnded)
    isShown = false
    try rig.pass(.seconds(15))
    #expect(!pages.1.isEnded && pages.2.isEnded)
  }

  @Test func `a list is given as known after an event, and at a running time`() throws {
    try race("9 laps", runners: 2)
    rig("cross", "2")
    try rig.pass(.seconds(10))
    rig("cross", "1")
    rig("remove", "@4")
    try rig.pass(.seconds(1))
    func leader(_ query: String) throws -> String? {
      try rows("/api/sessions/1/board?\(query)").first?["key"] as? String
    }
    #expect(try leader("list=overall") == "1")
    #expect(try leader("at_event=5") == "2")
    #expect(try leader("at_time=15s") == "1")
    #expect(try rig.response("/api/sessions/1/board?at_event=99").status == 404)
    #expect(try rig.response("/api/sessions/1/board?at_time=soon").status == 400)
  }

  @Test func `events come in pages`() throws {
    try race("9 laps", runners: 3)
    func page(_ query: String) throws -> [String] {
      String(decoding: try rig.response("/api/sessions/1/events?\(query)").body, as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
    let all = String(decoding: rig("events", "1", "--json").output, as: UTF8.self)
    #expect(
      try page("limit=3") + page("after=3&limit=3") == all.split(separator: "\n").map(String.init))
    #expect(try page("after=4") == [])
    #expect(try page("after=9") == [])
    var other = try rig.request("/api/sessions/1/events")
    other.isLocal = false
    #expect(try rig.response(to: other).status == 403)
  }

  @Test(arguments: ["/", "/1", "/live/1", "/api/sessions", "/api/sessions/1/board", "/nothing"])
  func `only a pad posts`(address: String) throws {
    try race("9 laps", runners: 1)
    var request = try rig.request(address)
    request.method = .post
    let response = try rig.response(to: request)
    #expect(response.status == 405)
    #expect(response.headers.map { "\($0.name): \($0.value)" } == ["Allow: GET, HEAD"])
  }

  @Test(arguments: ["standings", "board"])
  func `other machines ask for few past states`(part: String) throws {
    try race("9 laps", runners: 2)
    var request = try rig.request("/api/sessions/1/\(part)?at_event=2")
    for _ in 0..<9 { #expect(try rig.response(to: request).status == 200) }
    request.isLocal = false
    let statuses = try (0..<5).map { _ in try rig.response(to: request).status }
    #expect(statuses == [200, 200, 200, 200, 429])
    try rig.pass(.seconds(5))
    #expect(
      try [rig.response(to: request), rig.response(to: request)].map(\.status) == [200, 429])
    // The present is answered once for all.
    var present = try rig.request("/api/sessions/1/\(part)")
    present.isLocal = false
    #expect(try rig.response(to: present).status == 200)
  }

  @Test func `a browser gets a page where nothing is shown, and a program JSON`() throws {
    try race("9 laps", runners: 1)
    for address in ["/9", "/nothing/else", "/1?list=wave:B"] {
      var request = try rig.request(address)
      #expect(try rig.response(to: request).type == "application/json")
      request.headers["accept"] = "text/html,application/xhtml+xml;q=0.9"
      let response = try rig.response(to: request)
      #expect(response.status == 404 && response.type.hasPrefix("text/html"))
      #expect(String(decoding: response.body, as: UTF8.self).contains("<a href=\"/\">"))
    }
  }

  @Test func `an error of the log is answered 503, and reported`() throws {
    struct Damage: Error {}
    try race("9 laps", runners: 1)
    var reported: [any Error] = []
    let site = try rig.newSite { settings in
      settings.isServed = { _, _ in true }
      settings.report = { reported.append($0) }
      settings.findCourse = { _, _, _ in throw Damage() }
    }
    #expect(try rig.response("/1", of: site).status == 503)
    #expect(reported.count == 1 && reported.first is Damage)
    #expect(try rig.response("/9", of: site).status == 404)
    #expect(reported.count == 1)
  }

  @Test func `lists that many read are 64 at most`() throws {
    rig("start", "Crit", "--race", "9 laps")
    for bib in 1...70 { rig("enter", "\(bib)", "--category", "C\(bib)") }
    try rig.pass(.seconds(1))
    let pages = try (1...64).map { try rig.reader("/live/1?list=category:C\($0)") }
    for address in ["/live/1?list=category:C65", "/api/sessions/1/board"] {
      let list = address.contains("?") ? address : "\(address)?list=overall"
      let response = try rig.response(list)
      #expect(response.status == 503)
      #expect(response.headers.map(\.name) == ["Retry-After"])
    }
    // A list that is followed has room for more readers.
    let other = try rig.reader("/live/1?list=category:C64")
    withExtendedLifetime((pages, other)) {}
  }

  @Test func `lists that nobody reads make room for others`() throws {
    rig("start", "Crit", "--race", "9 laps")
    for bib in 1...70 { rig("enter", "\(bib)", "--category", "C\(bib)") }
    try rig.pass(.seconds(1))
    let page = try rig.reader("/live/1?list=category:C1")
    for bib in 2...70 {
      #expect(try rig.response("/api/sessions/1/board?list=category:C\(bib)").status == 200)
    }
    rig("cross", "1")
    try rig.pass(.seconds(1))
    #expect(page.rows["1"]?["laps"] as? String == "1")
  }
}
