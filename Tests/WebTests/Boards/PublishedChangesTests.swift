import Foundation
import Testing
import TimingTestSupport

@testable import Web

/// A page that applies changes shows the same as a page that begins now.
struct PublishedChangesTests {
  private static let formats = [
    "3 laps", "2m", "1m, finish lap", "points A B finish", "elimination", "best lap 2m",
    "time trial 5s",
  ]
  private static let bibs = ["1", "2", "3", "4", "5", "6", "<b>", "7é"]

  @Test func `changes lead to what a new page shows, after each event of random races`() throws {
    var seed = Seed()
    for _ in 0..<Seed.tries(12) { try race(&seed) }
  }

  private func race(_ seed: inout Seed) throws {
    let rig = try BoardRig()
    let format = Self.formats.randomElement(using: &seed) ?? ""
    rig("start", "Crit", "--race", format)
    for bib in Self.bibs.prefix(6) {
      rig(
        "enter", bib, "Runner \(bib)", "--category",
        bib == "1" || Bool.random(using: &seed) ? "W" : "M",
        "--team", Bool.random(using: &seed) ? "Red" : "Blue")
    }
    try rig.pass(.seconds(1))
    let lists = ["overall", "category:W", "teams", "passings"]
    let pages = try lists.map { list in
      (list, try rig.reader("/live/1?list=\(list)"))
    }
    for step in 0..<40 {
      command(rig, &seed)
      for (_, page) in pages where Int.random(in: 0..<4, using: &seed) == 0 {
        page.isBlocked.toggle()
      }
      try rig.pass(.milliseconds(.random(in: 20...4000, using: &seed)))
      guard step % 5 == 4 else { continue }
      for (_, page) in pages { page.isBlocked = false }
      try rig.pass(.milliseconds(100))
      let site = try rig.newSite()
      for (list, page) in pages {
        let address = "/api/sessions/1/board?list=\(list)"
        // Nobody may be in the category any more.
        if try rig.response(address, of: site).status == 404 { continue }
        let fresh = PageModel(page: try rig.document(address, of: site))
        #expect(page.shown == fresh.shown, "\(seed), \(format), \(list), step \(step)")
        #expect(page.resyncs == 0)
      }
    }
  }

  private func command(_ rig: BoardRig, _ seed: inout Seed) {
    let bib = Self.bibs.randomElement(using: &seed) ?? ""
    let event = "@\(Int.random(in: 2...40, using: &seed))"
    switch Int.random(in: 0..<24, using: &seed) {
    case 0..<12: rig("cross", bib, "--point", seed.pick(from: ["A", "B", "finish"]) ?? "")
    case 12: rig("cross")
    case 13: rig("assign", event, bib)
    case 14: rig("rule", bib, seed.pick(from: ["dnf", "+10s", "ok", "-1lap"]) ?? "")
    case 15: rig("remove", event)
    case 16: rig("undo")
    case 17: rig("redo")
    case 18: rig("amend", event, "--by", "-1s")
    case 19: rig("enter", bib, "Name of \(bib)", "--team", "Green")
    case 20: rig("withdraw", bib)
    case 21: rig("stop")
    case 22: rig("resume")
    default: rig("name", "Crit \(Int.random(in: 0..<9, using: &seed))")
    }
  }

  @Test func `laps of a session and of an attempt arrive`() throws {
    let rig = try BoardRig()
    rig("start", "Run", "--course", "golf", "--segments", "Hole 1,Hole 2")
    try rig.pass(.seconds(1))
    let page = try rig.reader("/live/1")
    #expect(page.order == [])
    rig("lap")
    try rig.pass(.seconds(2))
    rig("lap", "--label", "note")
    try rig.pass(.seconds(2))
    let fresh = PageModel(page: try rig.document("/api/sessions/1/board", of: rig.newSite()))
    #expect(page.shown == fresh.shown)
    #expect(page.rows.values.contains { $0["lap"] as? String == "Hole 1" })
  }

  @Test func `the note of a correction has the places that it changed`() throws {
    let rig = try BoardRig()
    rig("start", "Crit", "--race", "5 laps")
    rig("enter", "17", "Ada")
    rig("enter", "4", "Alan")
    try rig.pass(.seconds(10))
    rig("cross", "4")
    try rig.pass(.seconds(1))
    rig("cross")
    try rig.pass(.seconds(1))
    let page = try rig.reader("/live/1")
    rig("assign", "@5", "17")
    try rig.pass(.seconds(1))
    rig("rule", "4", "+10s")
    try rig.pass(.seconds(1))
    let notes = try #require(page.board["notes"] as? [[String: Any]])
    #expect(
      notes.map { $0["text"] as? String } == [
        "The ruling on 4 was recorded. 2 places changed: 17 up to 1, 4 down to 2.",
        "The crossing at 0:11.0 is 17’s; it was nobody’s. 1 place changed: 17 is 2 now.",
      ])
    #expect(notes[0]["keys"] as? [String] == ["17", "4"])
  }

  @Test func `the limit of time changes a list without an event`() throws {
    let rig = try BoardRig()
    rig("start", "Crit", "--race", "1m")
    rig("enter", "17", "Ada")
    try rig.pass(.seconds(10))
    rig("cross", "17")
    try rig.pass(.seconds(10))
    let page = try rig.reader("/live/1")
    let token = try #require(page.board["as_of"] as? String)
    try rig.pass(.seconds(60))
    #expect((page.board["header"] as? [String: Any])?["phase"] as? String == "finished")
    let next = try #require(page.board["as_of"] as? String)
    #expect(next.split(separator: ".").dropLast() == token.split(separator: ".").dropLast())
    #expect(next != token)
  }

  @Test func `the limit ends a session that was resumed`() throws {
    let rig = try BoardRig()
    rig("start", "Run", "--limit", "1m")
    rig("stop")
    try rig.pass(.seconds(10))
    let page = try rig.reader("/live/1")
    rig("resume")
    try rig.pass(.seconds(1))
    try rig.pass(.seconds(60))
    #expect((page.board["header"] as? [String: Any])?["phase"] as? String == "finished")
  }

  @Test(arguments: ["/api/sessions/1/standings", "/api/sessions/1"])
  func `a document that time alone has changed has another tag`(_ address: String) throws {
    let rig = try BoardRig()
    rig("start", "Crit", "--race", "1m")
    rig("enter", "17", "Ada")
    try rig.pass(.seconds(10))
    rig("cross", "17")
    try rig.pass(.seconds(10))
    // Nobody follows a list.
    let before = try rig.response(address)
    try rig.pass(.seconds(60))
    let after = try rig.response(address)
    #expect(after.body != before.body)
    #expect(try #require(after.tag) != #require(before.tag))
  }

  @Test func `the clock is sent when its rate changes, and not with each crossing`() throws {
    let rig = try BoardRig()
    rig.delayReadings(by: .microseconds(3))
    rig("start", "Crit", "--race", "3 laps")
    rig("enter", "17", "Ada")
    try rig.pass(.seconds(1))
    let page = try rig.reader("/live/1")
    for _ in 1...2 {
      rig("cross", "17")
      try rig.pass(.seconds(1))
    }
    #expect(page.clocks == 1, "that of the connection")
    rig("stop")
    try rig.pass(.seconds(1))
    #expect(page.clocks == 2)
  }

  @Test func `a reader goes on where it was, or gets the order to fetch the list`() throws {
    let rig = try BoardRig()
    rig("start", "Crit", "--race", "5 laps")
    rig("enter", "17", "Ada")
    try rig.pass(.seconds(1))
    let page = try rig.reader("/live/1")
    let token = try #require(page.board["as_of"] as? String)
    rig("cross", "17")
    try rig.pass(.seconds(1))
    let again = try rig.document("/live/1?poll=1&after=\(token)") as? [[String: Any]]
    #expect(again?.map { $0["event"] as? String } == ["clock", "change"])
    let other = try rig.document("/live/1?poll=1&after=00000000.1.0") as? [[String: Any]]
    #expect(other?.map { $0["event"] as? String } == ["clock", "resync"])
    let first = try rig.document("/live/1?poll=1") as? [[String: Any]]
    #expect(first?.map { $0["event"] as? String } == ["clock", "board"])
  }

  @Test(arguments: [
    "/api/sessions/1/standings", "/api/sessions/1/results", "/api/sessions/1", "/api/sessions",
  ])
  func `documents are those of the command line`(_ address: String) throws {
    let rig = try BoardRig()
    rig("start", "Crit", "--race", "5 laps")
    rig("enter", "17", "Ada")
    try rig.pass(.seconds(10))
    rig("cross", "17")
    try rig.pass(.seconds(1))
    _ = try rig.reader("/live/1")
    let name = try #require(address.split(separator: "/").last.map(String.init))
    let words = ["1": ["show", "1"], "sessions": ["list"]][name] ?? [name, "1"]
    let expected = try JSONSerialization.jsonObject(with: Data(rig.run(words + ["--json"]).output))
    #expect(try rig.document(address) as? NSObject == expected as? NSObject)
  }

  @Test(arguments: [
    ("/api/sessions/9", 404), ("/api/sessions/1?colour=red", 400), ("/live/1?list=wave:B", 404),
    ("/api/sessions/1/board?rows=0-9", 400), ("/api/sessions/1/standings?category=none", 404),
    ("/api/sessions/1/standings?category=--help", 404), ("/api/sessions/1?at_event=99", 404),
    ("/api/nothing", 404), ("/1/2", 404),
  ])
  func `what is not there, or not known, is refused`(_ address: String, _ status: Int) throws {
    let rig = try BoardRig()
    rig("start", "Crit", "--race", "5 laps")
    rig("enter", "17", "Ada", "--category", "W")
    try rig.pass(.seconds(1))
    let response = try rig.response(address)
    #expect(response.status == status)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.contains("\"message\""))
    // Others learn neither the place of the log nor commands to try.
    #expect(!text.contains("laptimer") && !text.contains("log.db"))
  }
}

extension PageModel {
  /// A page that shows a document.
  convenience init(page document: Any) {
    self.init(nil)
    replace(document as? [String: Any] ?? [:])
  }
}
