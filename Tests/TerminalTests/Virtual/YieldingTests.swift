import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

/// The screen of a session yields to the board of several sessions.
struct YieldingTests {
  private let rig: LiveRig
  private let yields: Recorder

  private final class Recorder {
    var count = 0
    var subscription: Subscription?
  }

  init() throws {
    let yields = Recorder()
    rig = try LiveRig { track in _ = try track.perform(.start(Event.Start())) }
    yields.subscription = rig.screen?.yields.subscribe { [unowned yields] in yields.count += 1 }
    self.yields = yields
  }

  @Test func `it yields once several sessions run`() {
    rig.pass(.seconds(1))
    #expect(yields.count == 0)
    rig.board.value.severalRun = true
    #expect(yields.count == 0, "not while the events arrive")
    rig.pass(.zero)
    #expect(yields.count == 1)
  }

  @Test(arguments: [("mwater", Key.enter), ("nAda", .escape)])
  func `text that is being typed is finished first`(text: String, end: Key) {
    rig.type(text)
    rig.board.value.severalRun = true
    rig.pass(.seconds(5))
    #expect(yields.count == 0)
    rig.press(end)
    rig.board.value.severalRun = true
    rig.pass(.zero)
    #expect(yields.count == 1)
  }

  @Test func `keys that wait are recorded first`() {
    rig.fault = "locked"
    rig.type("l")
    rig.board.value.severalRun = true
    rig.pass(.seconds(5))
    #expect(yields.count == 0)
    rig.fault = nil
    rig.pass(.seconds(1))
    #expect(rig.track.session.laps.count == 1)
    rig.board.value.severalRun = true
    rig.pass(.zero)
    #expect(yields.count == 1)
  }

  @Test func `the board of a race stays`() throws {
    let race = try LiveRig { $0 = try SampleRace.track("9 laps", bibs: ["1"]) }
    let yields = Recorder()
    yields.subscription = race.screen?.yields.subscribe { [unowned yields] in yields.count += 1 }
    race.board.value.severalRun = true
    race.pass(.seconds(5))
    #expect(yields.count == 0)
  }
}
