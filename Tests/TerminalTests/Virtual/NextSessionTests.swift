import Live
import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

struct NextSessionTests {
  private static let start = Event.Start(
    name: "Run", tags: ["golf"], plan: Plan(course: "golf", segments: ["Hole 1", "Hole 2"]))

  private func finished() throws -> LiveRig {
    try LiveRig { track in
      try track.perform(.start(Self.start))
      for _ in 0..<2 { try track.perform(.lap(label: nil), after: .seconds(10)) }
    }
  }

  @Test func `after a finish space or c starts the next attempt, unless another one runs`() throws {
    let rig = try finished()
    #expect(rig.rows[0] == "00:20.0 finished")
    #expect(rig.footer.hasPrefix("space start next  c countdown  u undo"))
    #expect(!rig.footer.contains("lap"))
    rig.press(.down)
    rig.type(" ")
    #expect(rig.kinds == [.started(Self.start)])
    #expect(rig.rows[0] == "00:00.0 running")
    #expect(rig.rows[1].hasPrefix("Run  session 2"))
    #expect(rig.footer.hasPrefix("space stop"), "nothing is chosen")
    rig.type("l")
    #expect(rig.past.map(\.session.laps.count) == [2])
    #expect(rig.track.session.laps.count == 1)
    let counting = try finished()
    counting.type("c")
    #expect(counting.rows[0] == "3 starts in 3")
    #expect(counting.rows[1].hasPrefix("Run  session 2"))
    let beside = try finished()
    beside.board.value.others = .running(until: nil)
    #expect(beside.footer.hasPrefix("m mark"))
  }

  @Test func `the next attempt has the same person`() throws {
    let ada = Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace")
    let rig = try finished()
    rig.append(.identify([ada]))
    rig.type(" ")
    #expect(rig.kinds == [.started(Self.start), .identified([ada])])
    #expect(rig.track.session.summary.profile.people == [ada])
    rig.type("uuy")
    #expect(rig.track.session.summary.startedAt == nil)
  }

  @Test func `after a stop space resumes, and s starts the next session`() throws {
    let rig = try LiveRig { try $0.perform(.start(Event.Start(name: "Tempo run"))) }
    rig.size.value = ScreenSize(columns: 80, rows: 8)
    rig.type("s")
    #expect(rig.kinds.count == 1, "s does not end a running session")
    rig.type(" ")
    #expect(rig.footer.hasPrefix("space resume  m mark  u undo  s start next"))
    rig.type("s")
    #expect(rig.kinds == [.started(Event.Start(name: "Tempo run"))])
    #expect(rig.rows[1].hasPrefix("Tempo run  session 2"))
  }

  @Test func `without a session space starts one`() throws {
    let rig = LiveRig(number: nil) { _ in }
    #expect(rig.rows[0] == "00:00.0 ready")
    #expect(rig.rows[1] == "no session yet")
    #expect(rig.footer == "space start  c countdown  ? help  q quit")
    rig.type("mnur")
    #expect(rig.kinds.isEmpty)
    rig.type(" ")
    #expect(rig.kinds == [.started(Event.Start())])
    #expect(rig.rows[1].hasPrefix("session 1"))
  }

  @Test func `only start, stop and laps are debounced`() throws {
    let rig = try LiveRig(keyMap: KeyMap(debounce: .milliseconds(150))) { track in
      try track.perform(.start(Event.Start()))
      for _ in 0..<3 { try track.perform(.lap(label: nil)) }
    }
    rig.type("uu")
    #expect(rig.track.session.laps.count == 1)
    rig.type("ll")
    #expect(rig.track.session.laps.count == 2)
    rig.press(.down, .down)
    #expect(rig.rows.contains { $0.hasPrefix("▸1)") })
  }
}

/// The screen of a session yields to the board of several sessions.
struct YieldingTests {
  private let rig: LiveRig

  init() throws { rig = try LiveRig() }

  @Test func `it yields once several sessions run`() {
    rig.pass(.seconds(1))
    #expect(rig.yields == 0)
    rig.board.value.severalRun = true
    #expect(rig.yields == 0, "not while the events arrive")
    rig.pass(.zero)
    #expect(rig.yields == 1)
  }

  @Test(arguments: [("mwater", Key.enter), ("pAda", .escape)])
  func `text that is being typed is finished first`(text: String, end: Key) {
    rig.type(text)
    rig.board.value.severalRun = true
    rig.pass(.seconds(5))
    #expect(rig.yields == 0)
    rig.press(end)
    rig.board.value.severalRun = true
    rig.pass(.zero)
    #expect(rig.yields == 1)
  }

  @Test func `keys that wait are recorded first`() {
    rig.fault = "locked"
    rig.type("l")
    rig.board.value.severalRun = true
    rig.pass(.seconds(5))
    #expect(rig.yields == 0)
    rig.fault = nil
    rig.pass(.seconds(1))
    #expect(rig.track.session.laps.count == 1)
    rig.board.value.severalRun = true
    rig.pass(.zero)
    #expect(rig.yields == 1)
  }
}
