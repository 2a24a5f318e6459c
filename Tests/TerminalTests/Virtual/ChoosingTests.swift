import Live
import Racing
import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

struct ChoosingTests {
  private let rig: LiveRig

  /// Laps at 10, 20 and 30 s, and a timestamp at 15 s.
  init() throws {
    rig = try LiveRig { track in
      try track.perform(.start(Event.Start()))
      try track.perform(.lap(label: nil), after: .seconds(10))
      try track.perform(.mark(label: "pit"), after: .seconds(5))
      try track.perform(.lap(label: nil), after: .seconds(5))
      try track.perform(.lap(label: nil), after: .seconds(10))
    }
  }
  @Test func `a second Enter that bounces after a prompt is not a lap`() throws {
    let rig = try LiveRig(keyMap: KeyMap(debounce: .milliseconds(150)))
    rig.type("mpit")
    rig.press(.enter, .enter)
    #expect(rig.track.session.timestamps.map(\.label) == ["pit"])
    #expect(rig.track.session.laps.isEmpty)
    rig.pass(.milliseconds(150))
    rig.press(.enter)
    #expect(rig.track.session.laps.count == 1)
  }

  @Test func `the prompt for a name starts with the label of a lap, not with its segment`() throws {
    let rig = try LiveRig { track in
      try track.perform(
        .start(Event.Start(plan: Plan(course: "wood", segments: ["Cave", "Hill"]))))
      try track.perform(.lap(label: "Cave"), after: .seconds(10))
    }
    let keys = SegmentKey.keys(of: ["Cave", "Hill"])
    let course = CourseComparison(CourseHistory(of: [], on: keys), with: nil)
    rig.board.value.course = course
    rig.press(.up)
    rig.type("n", footer: "name of lap 1:")
    rig.press(.enter)
    #expect(rig.track.events.count == 2, "an empty prompt changes nothing")
    rig.type("nQueen\n")
    #expect(rig.track.session.laps.map(\.label) == ["Queen"])
    rig.board.value.course = course
    #expect(rig.rows.contains { $0.hasPrefix("▸ Cave  Queen  ") }, "\(rig.rows)")
    rig.type("n", footer: "name of lap 1: Queen")
  }

  @Test func `arrows, home, end and page keys choose a lap, up to either end`() throws {
    for (keys, row) in [
      ([.down, .end], "▸1)"), ([.home], "▸3)"), ([.pageDown], "▸1)"), ([.pageUp], "▸3)"),
      ([.escape], ""), ([.down], "▸3) 00:30.0"), ([.down, .down], "▸ · 00:15.0"),
      // The oldest and the newest stay chosen.
      ([.down, .down, .down], "▸1) 00:10.0"), ([.up, .up, .up], "▸3)"), ([.up], "▸3)"),
      ([.escape], ""),
    ] as [([Key], String)] {
      for key in keys { rig.press(key) }
      #expect(rig.chosen.hasPrefix(row) && rig.chosen.isEmpty == row.isEmpty, "\(keys)")
    }
    rig.press(.up, .up)
    rig.type("a-5", footer: "move lap 3 by (-2s, 0.5): -5")
    rig.press(.enter)
    #expect(rig.track.splits.last == .seconds(25))
    #expect(rig.track.session.laps.count == 3)
  }

  @Test func `d removes the chosen lap and shows a message`() throws {
    rig.note = "Removed lap 2, 00:20.0."
    rig.press(.down, .down)
    rig.type("d")
    #expect(rig.track.splits == [.seconds(10), .seconds(30)])
    #expect(rig.message == "Removed lap 2, 00:20.0.")
    #expect(rig.chosen == "")
    rig.note = nil
    rig.type("u")
    #expect(rig.track.session.laps.count == 3)
    #expect(rig.chosen.hasPrefix("▸2)"), "undo chooses it again")
  }

  @Test func `a moves the chosen lap by a typed duration, and ignores another text`() throws {
    rig.press(.down)
    rig.type("asoon\n", message: "'soon' is not a duration: write -2s, +0.5 or 1:30.")
    #expect(rig.footer == "move lap 3 by (-2s, 0.5): soon")
    rig.press(.escape)
    #expect(rig.chosen.hasPrefix("▸3)"))
    #expect(rig.track.events.count == 5)
    rig.type("a", footer: "move lap 3 by (-2s, 0.5):")
    rig.type("-2.5s\n")
    #expect(rig.track.splits == [.seconds(10), .seconds(20), .milliseconds(27_500)])
    #expect(rig.chosen.hasPrefix("▸3) 00:27.5"))
    rig.type("a\n")
    #expect(rig.track.events.count == 6, "an empty prompt changes nothing")
  }

  @Test func `n renames the chosen lap, and an empty text removes its label`() throws {
    rig.press(.down)
    rig.type("nHole 3", footer: "name of lap 3: Hole 3")
    rig.press(.enter)
    #expect(rig.track.session.laps.last?.label == "Hole 3")
    rig.type("n\n")
    #expect(rig.track.events.count == 6, "the same name is no change")
    rig.type("n")
    rig.press(.control("u"), .enter)
    #expect(rig.track.session.laps.last?.label == nil)
  }

  @Test func `a timestamp can be renamed and removed like a lap`() throws {
    rig.press(.down, .down, .down)
    rig.type("n")
    rig.press(.control("u"))
    rig.type("fuel\n")
    #expect(rig.track.session.timestamps.map(\.label) == ["fuel"])
    rig.press(.delete)
    #expect(rig.track.session.timestamps.isEmpty)
  }

  @Test func `the keys of the stopwatch work while a lap is chosen`() throws {
    rig.press(.down)
    rig.type("l")
    #expect(rig.track.session.laps.count == 4)
    #expect(rig.chosen.hasPrefix("▸3)"), "the same lap stays chosen")
    rig.type(" ")
    #expect(rig.kinds.last == .stopped)
  }

  @Test func `a small screen scrolls to the chosen lap, and one without a list shows it`() throws {
    rig.size.value = ScreenSize(columns: 30, rows: 5)
    rig.press(.down, .end)
    #expect(rig.rows[3].hasPrefix("1) 00:10.0"))
    #expect(rig.frames.last?.rows[3].runs.map(\.style) == [.field])
    rig.size.value = ScreenSize(columns: 40, rows: 2)
    #expect(rig.rows[0].hasPrefix("00:30.0 running ▸1) 00:10.0"))
  }
}
