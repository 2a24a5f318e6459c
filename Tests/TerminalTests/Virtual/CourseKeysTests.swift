import Live
import Racing
import Signals
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

struct CourseKeysTests {
  private static let names = ["Out", "Hill", "Loop", "Loop", "Home"]
  private static let start = Event.Start(name: "Run", plan: Plan(course: "park", segments: names))

  /// An attempt of 10 s so far at a course with two attempts: all in 50 s, and 9 s for the first
  /// segment.
  private func attempt() throws -> LiveRig {
    let rig = try LiveRig { try $0.perform(.start(Self.start)) }
    let start = Moment(nanosecondsSince1970: 0)
    let attempts = [(1, [10, 20, 30, 40, 50]), (2, [9])].map { number, seconds in
      Attempt(
        session: number, uid: EventID(high: 1, low: UInt64(number)), course: "park",
        startedAt: start, endedAt: start + .seconds(Int64(number) * 100),
        isFinished: seconds.count == 5, segments: Self.names,
        splits: Self.names.indices.map { $0 < seconds.count ? .seconds(Int64(seconds[$0])) : nil })
    }
    let keys = SegmentKey.keys(of: Self.names)
    let history = CourseHistory(of: attempts, on: keys)
    rig.size.value = ScreenSize(columns: 100, rows: 24)
    rig.board.value.course = CourseComparison(
      history, with: Comparison.personalBest.track(of: history))
    rig.pass(.seconds(10))
    return rig
  }

  private func segments(_ rig: LiveRig) -> [Int?] { rig.track.session.laps.map(\.segment) }

  @Test func `k skips the segment, and the next lap states the one after`() throws {
    let rig = try attempt()
    #expect(rig.rows.contains { $0.hasPrefix("• Out") })
    #expect(rig.footer.contains("k skip  x end  tab compare"))
    rig.type("k")
    #expect(rig.rows.contains { $0.hasPrefix("• Hill") })
    #expect(rig.rows.contains { $0.hasPrefix("  Out ") && $0.hasSuffix(" -") })
    #expect(rig.kinds.count == 1, "nothing is recorded before the lap")
    rig.type("l")
    #expect(rig.kinds.last == .lapped(label: nil, segment: 2))
    #expect(rig.rows.contains { $0.hasPrefix("• Loop") })
    rig.type("l")
    #expect(segments(rig) == [2, 3], "one skip is for one lap")
  }

  @Test func `u takes back a skip before anything else`() throws {
    let rig = try attempt()
    rig.type("kku")
    #expect(rig.rows.contains { $0.hasPrefix("• Out") })
    rig.type("l")
    #expect(segments(rig) == [1])
    rig.type("u")
    #expect(segments(rig) == [])
    rig.type("kl")
    rig.type("u")
    #expect(segments(rig) == [], "the skip ended with its lap")
    rig.type("l")
    #expect(segments(rig) == [1])
  }

  @Test func `keys that wait count as recorded`() throws {
    let rig = try attempt()
    rig.fault = "locked"
    rig.type("kllkl")
    rig.fault = nil
    rig.screen?.retry()
    #expect(segments(rig) == [2, 3, 5], "the first Loop, and no lap for the second one")
    let other = try attempt()
    other.fault = "locked"
    other.type("lkl")
    other.fault = nil
    other.screen?.retry()
    #expect(segments(other) == [1, 3])
  }

  @Test func `a stop ends a skip`() throws {
    let rig = try attempt()
    rig.type("k u")
    #expect(rig.kinds.contains(.stopped) && rig.track.phase == .running)
    rig.type("l")
    #expect(segments(rig) == [1])
  }

  @Test func `k goes to segments that a lap can name, and not beyond the last one`() throws {
    let rig = try attempt()
    rig.type("kkk")
    #expect(
      rig.rows.contains { $0.hasPrefix("• Home") }, "the second Loop has the first one's name")
    rig.type("k", message: "No later segment has a name of its own: x ends the attempt.")
    rig.type("l")
    #expect(segments(rig) == [5])
    #expect(rig.track.phase == .finished)
    let other = try attempt()
    other.type("lllk")
    other.type("l")
    #expect(segments(other) == [1, 2, 3, 5])
  }

  @Test func `x ends the attempt, which stays, and space begins the next`() throws {
    let rig = try attempt()
    rig.type("lx")
    #expect(rig.kinds.last == .stopped)
    #expect(rig.footer.hasPrefix("space start next"))
    rig.type("x")
    #expect(rig.kinds.count == 3 && rig.footer.hasPrefix("space resume"), "taken back")
    rig.type(
      "x",
      footer:
        "space start next  c countdown  m mark  u undo  n name  p person  tab compare  ? help  q quit"
    )
    rig.type("l", message: "The attempt has ended.")
    rig.type(" ")
    #expect(rig.kinds == [.started(Self.start)])
    #expect(rig.past.map(\.session.laps.count) == [1])
    rig.type(
      " ",
      footer:
        "space resume  m mark  u undo  s start next  n name  p person  x end  tab compare  ? help  q quit"
    )
    rig.type(
      "x",
      footer:
        "space start next  c countdown  m mark  u undo  n name  p person  tab compare  ? help  q quit"
    )
    rig.type("ul ")
    #expect(rig.kinds.last == .stopped, "taken back, it runs, and space stops it")
    rig.type(" ")
    #expect(rig.kinds.last == .resumed)
  }

  @Test func `Tab goes through the comparisons that there are`() throws {
    let rig = try attempt()
    func shown() -> String { rig.rows.first { $0.contains("sum of best") } ?? "" }
    var seen: [String] = []
    for _ in Comparison.names {
      seen.append(String(shown().split(separator: "  ").last ?? ""))
      rig.press(.tab)
    }
    #expect(
      seen == [
        "pb 00:50.0", "best 00:49.0", "average 00:49.5", "median 00:49.5", "latest -",
        "worst 00:50.0",
      ])
    #expect(shown().hasSuffix("pb 00:50.0"), "and again from the first one")
    rig.press(.tab)
    rig.type("lx ")
    #expect(rig.past.count == 1)
    #expect(shown().hasSuffix("best 00:49.0"), "the next attempt is compared in the same way")
  }

  @Test func `Tab comes back to the session that was asked for`() throws {
    let rig = try attempt()
    let history = try #require(rig.board.value.course).history
    rig.board.value.course = CourseComparison(
      history, with: Racing.Track(name: "session 2", splits: [.seconds(9), nil, nil, nil, nil]))
    func isShown(_ text: String) -> Bool { rig.rows.contains { $0.hasSuffix(text) } }
    #expect(isShown("session 2 -"))
    rig.press(.tab)
    #expect(isShown("pb 00:50.0"))
    for _ in Comparison.names.dropFirst() { rig.press(.tab) }
    #expect(isShown("worst 00:50.0"))
    rig.press(.tab)
    #expect(isShown("session 2 -"))
  }

  @Test func `without attempts there is nothing to compare with`() throws {
    let rig = try attempt()
    let none = CourseHistory(of: [], on: SegmentKey.keys(of: Self.names))
    rig.board.value.course = CourseComparison(none, with: nil)
    #expect(!rig.footer.contains("compare"))
    rig.press(.tab)
    #expect(rig.message == "There is nothing else to compare with yet.")
  }

  @Test func `Tab works in a replay, too`() throws {
    let live = try attempt()
    live.type("l")
    let course = try #require(live.board.value.course)
    let rig = ReplayRig(live.track, columns: 100, rows: 24, course: course)
    #expect(rig.footer.contains("tab compare"))
    rig.press(.tab)
    #expect(rig.rows.contains { $0.hasSuffix("best 00:49.0") })
  }

  @Test func `k, x and Tab do nothing without a course`() throws {
    let rig = try LiveRig()
    rig.type("kx")
    rig.press(.tab)
    #expect(rig.kinds == [.started(Event.Start())])
    #expect(!rig.footer.contains("skip"))
  }
}
