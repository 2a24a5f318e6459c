import Signals
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

/// The undo key on a live screen before it takes back the start of a clock.
struct UndoQuestionTests {
  private let question = "Take back the start? Press y; any other key keeps it."

  @Test func `undo pressed too often asks before it takes back the start`() throws {
    let rig = try LiveRig()
    rig.type("l", after: .seconds(10))
    rig.type("u", after: .seconds(1))
    #expect(rig.kinds.count == 3)
    for _ in 1...3 {
      rig.type("u", after: .seconds(1))
      #expect(rig.kinds.count == 3)
      #expect(rig.rows.contains(question))
    }
    rig.type("y", after: .seconds(1))
    #expect(rig.kinds.count == 4)
    #expect(rig.rows.contains { $0.hasPrefix("space start") }, "\(rig.rows)")
  }

  @Test func `y answers the question even if it is a configured key`() throws {
    let rig = try LiveRig(keyMap: KeyMap(["y": "l"]))
    rig.type("u", after: .seconds(10))
    rig.type("y", after: .seconds(1))
    #expect(rig.kinds.count == 2)
    #expect(rig.kinds.last != .lapped(label: nil))
    rig.type("y", after: .seconds(1))
    #expect(rig.kinds.last != .lapped(label: nil))
  }

  @Test func `another key and a late answer keep the start`() throws {
    let rig = try LiveRig()
    rig.type("u", after: .seconds(10))
    rig.type("l", after: .seconds(1))
    #expect(rig.kinds.last == .lapped(label: nil))
    rig.type("y", after: .seconds(1))
    #expect(rig.kinds.count == 2)
    rig.type("u", after: .seconds(1))
    rig.type("u", after: .seconds(1))
    rig.type("y", after: .seconds(10))
    #expect(rig.kinds.count == 3)
  }

  @Test func `undo asks before it takes back the start of a race or of a wave`() throws {
    let rig = try LiveRig { track in
      track = try SampleRace.track("20 laps", bibs: ["1", "2"], waves: ["2": "B"])
    }
    rig.size.value = ScreenSize(columns: 100, rows: 12)
    rig.pass(.seconds(10))
    rig.append(.race(.waveStarted(wave: "B", race: nil)))
    let count = rig.kinds.count
    rig.type("u")
    #expect(rig.rows[10] == "Take back the start of wave B? Press y; any other key keeps it.")
    rig.type("1", after: .seconds(1))
    #expect(rig.kinds.count == count + 1)
    rig.type("u", after: .seconds(1))
    rig.type("u", after: .seconds(1))
    rig.type("y", after: .seconds(1))
    #expect(rig.kinds.count == count + 3)
  }
}
