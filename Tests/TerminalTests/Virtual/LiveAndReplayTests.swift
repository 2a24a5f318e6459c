import Terminal
import Testing
import Timing
import TimingTestSupport

/// A replay shows the same frames as the live screen.
struct LiveAndReplayTests {
  /// The rows above the footer.
  private func body(_ frame: Frame?) -> [String] { (frame?.rows.prefix(6) ?? []).map(\.text) }

  /// Presses a random key, or appends a correction as another process would.
  private func act(on rig: LiveRig, using seed: inout Seed) {
    let lap = EventReference.number(.random(in: 1...3, using: &seed))
    switch Int.random(in: 0..<9, using: &seed) {
    case 0: rig.type(" ")
    case 1: rig.type("u")
    case 2: rig.type("r")
    case 3:
      rig.type("mpit\n")
    case 4: rig.append(.remove(lap))
    case 5:
      let span = Duration.milliseconds(.random(in: -900...900, using: &seed))
      rig.append(.amend(lap, .by(span)))
    default: rig.type("l")
    }
  }

  @Test func `a replay shows the live frame of each event, including corrections`()
    throws
  {
    for _ in 0..<30 {
      var seed = Seed()
      let label = "\(seed)"
      let rig = try LiveRig()
      var live = [body(rig.frames.last)]
      for _ in 0..<40 {
        rig.pass(.milliseconds(.random(in: 1...4_000, using: &seed)))
        let count = rig.track.events.count
        act(on: rig, using: &seed)
        if rig.track.events.count > count { live.append(body(rig.frames.last)) }
      }
      let replay = ReplayRig(rig.track, columns: 60)
      replay.press(.character(" "), .home)
      for frame in live {
        #expect(body(replay.frames.last) == frame, "\(label)")
        replay.press(.right)
      }
    }
  }
}
