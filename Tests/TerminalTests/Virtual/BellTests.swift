import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

/// The bell rings once at each finish while the screen is open.
struct BellTests {
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
