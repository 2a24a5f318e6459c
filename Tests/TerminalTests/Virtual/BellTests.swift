import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

/// The bell rings once at each finish that the screen sees.
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

  @Test func `the last segment of a course rings, also as an event of another process`() throws {
    let rig = try rig(Plan(course: "golf", segments: ["Hole 1", "Hole 2"]))
    rig.append(.lap(label: nil))
    #expect(rig.rings == 0)
    rig.append(.lap(label: nil))
    #expect(rig.rings == 1)
    rig.type(" ll")
    #expect(rig.rings == 2, "the next attempt has its own finish")
  }

  @Test(arguments: ["", "?", "n", "m", "n?"])
  func `a limit rings when it is reached, whatever page is open`(keys: String) throws {
    let rig = try rig(Plan(limit: .milliseconds(60_050)))
    rig.type(keys)
    rig.pass(.milliseconds(60_049))
    #expect(rig.rings == 0)
    rig.pass(.milliseconds(1))
    #expect(rig.rings == 1)
    rig.pass(.seconds(600))
    #expect(rig.rings == 1)
  }

  @Test func `a stop does not ring, nor a session that had finished before`() throws {
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
