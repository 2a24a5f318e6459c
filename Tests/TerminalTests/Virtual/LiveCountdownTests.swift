import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

struct LiveCountdownTests {
  @Test func `in a countdown only undo and quit work`() throws {
    let rig = try LiveRig { try $0.perform(.start(Event.Start())) { .after(.seconds(3), $0) } }
    rig.type(" lmnr?\n")
    #expect(rig.kinds.count == 1)
    #expect(rig.footer == "u undo  q quit")
    rig.type("u")
    #expect(rig.kinds.count == 2)
    rig.type("q")
    #expect(rig.hasQuit)
  }

  @Test func `the log refuses the keys of the stopwatch until a countdown ends`() throws {
    let rig = try LiveRig { try $0.perform(.start(Event.Start())) { .after(.seconds(3), $0) } }
    for key in [Key.character(" "), .character("l"), .enter, .character("c")] {
      rig.press(key)
      #expect(rig.message == "refused: counting_down")
      rig.pass(.milliseconds(1))
    }
    #expect(rig.kinds.count == 1)
    rig.pass(.milliseconds(2_996))
    #expect(rig.rows[0] == "00:00.0 running  0")
    #expect(rig.message == "", "the end of the countdown clears the message")
    rig.type("l")
    #expect(rig.kinds.count == 2)
  }

  @Test func `c starts a countdown of 3 s or of --countdown`() throws {
    for (option, shown) in [
      (nil, ["3 starts in 3", "2 starts in 2", "1 starts in 1", "00:00.0 running  0"]),
      (Duration.seconds(2), ["2 starts in 2", "1 starts in 1", "00:00.0 running  0"]),
    ] {
      let rig = try LiveRig(countdown: option ?? SessionMode.defaultCountdown, LiveRig.ready)
      #expect(rig.footer.hasPrefix("space start  c countdown  m mark"))
      rig.frames = []
      rig.type("c", footer: "u undo  q quit")
      rig.pass(option ?? .seconds(3))
      #expect(rig.frames.map { $0.rows[0].text } == shown)
      #expect(rig.scheduler.wakeUps == shown.count - 1, "one a second")
    }
  }

  @Test func `c works again after an error and an undone start, not on a started clock`() throws {
    let rig = try LiveRig(LiveRig.ready)
    rig.refusal = "Error"
    rig.type("c", message: "Error")
    #expect(rig.kinds.count == 2)
    rig.refusal = nil
    rig.type("c", after: .milliseconds(1))
    #expect(rig.rows[0] == "3 starts in 3")
    #expect(rig.message == "")
    rig.type("u", after: .milliseconds(1_500))
    #expect(rig.footer.hasPrefix("space start  c countdown"))
    rig.type("c")
    rig.pass(.seconds(3))
    #expect(rig.rows[0] == "00:00.0 running  0")
    let started = try LiveRig()
    started.type("c", message: "refused: already_running")
    started.type(" c", after: .milliseconds(1), message: "refused: not_ready")
    #expect(started.kinds == [.started(Event.Start()), .stopped])
  }

  @Test func `a limit and the end of the hold-off are shown exactly in time`() throws {
    let limited = try LiveRig {
      try $0.perform(.start(Event.Start(plan: Plan(limit: .milliseconds(10_050)))))
    }
    limited.pass(.nanoseconds(10_049_999_999))
    #expect(limited.rows[0] == "00:10.0 running")
    limited.pass(.nanoseconds(1))
    #expect(limited.rows[0] == "00:10.0 finished")

    let waiting = try LiveRig(holdOff: .milliseconds(1_030))
    waiting.type("l", after: .milliseconds(1_029), footer: "keys in 1 s  q quit")
    #expect(waiting.kinds.count == 1)
    waiting.pass(.milliseconds(1))
    #expect(waiting.rows[7].hasPrefix("space stop"))
    waiting.type("l")
    #expect(waiting.kinds.count == 2)
  }

  private func rig(_ plan: Plan) throws -> LiveRig {
    try LiveRig { try $0.perform(.start(Event.Start(plan: plan))) }
  }

  @Test func `the last lap of a plan rings once`() throws {
    let rig = try rig(Plan(laps: 2))
    rig.type("l")
    #expect(rig.rings == 0)
    rig.type("l")
    #expect(rig.rings == 1)
    rig.type("l")
    rig.pass(.seconds(600))
    #expect(rig.rings == 1)
  }

  @Test func `the last segment of a course rings, also if another process records it`() throws {
    let rig = try rig(Plan(course: "golf", segments: ["Hole 1", "Hole 2"]))
    rig.append(.lap(label: nil))
    #expect(rig.rings == 0)
    rig.append(.lap(label: nil))
    #expect(rig.rings == 1)
    rig.type(" ll")
    #expect(rig.rings == 2, "the next attempt has its own finish")
  }

  @Test(arguments: ["", "?", "n", "m", "n?"])
  func `a limit rings when it is reached, on every page`(keys: String) throws {
    let rig = try rig(Plan(limit: .milliseconds(60_050)))
    rig.type(keys)
    rig.pass(.milliseconds(60_049))
    #expect(rig.rings == 0)
    rig.pass(.milliseconds(1))
    #expect(rig.rings == 1)
    rig.pass(.seconds(600))
    #expect(rig.rings == 1)
  }

  @Test func `a stop and a session that finished earlier do not ring`() throws {
    let rig = try rig(Plan(laps: 2))
    rig.type("   ")
    #expect(rig.rings == 0)
    let late = try LiveRig { track in
      try track.perform(.start(Event.Start(plan: Plan(laps: 1))))
      try track.perform(.lap(label: nil))
    }
    late.pass(.seconds(60))
    #expect(late.rings == 0)
  }
}
