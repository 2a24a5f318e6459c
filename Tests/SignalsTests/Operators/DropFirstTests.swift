import Signals
import Testing

struct DropFirstTests {
  @Test func `dropFirst drops the first elements`() {
    let stage = Stage()
    stage.expect(stage.hot("--a--b--c--d|").signal.dropFirst(2), gives: "--------c--d|")
  }

  @Test func `dropFirst drops one element by default`() {
    let stage = Stage()
    stage.expect(stage.cold("a-b|").signal.dropFirst(), gives: "--b|")
  }

  @Test func `dropFirst of zero changes nothing`() {
    let stage = Stage()
    stage.expect(stage.cold("a-b|").signal.dropFirst(0), gives: "a-b|")
  }

  @Test func `dropFirst of a short signal sends only the end`() {
    let stage = Stage()
    stage.expect(stage.cold("a-b|").signal.dropFirst(3), gives: "---|")
  }

  @Test func `each subscription counts separately`() {
    let stage = Stage()
    let rest = stage.hot("a-b-c-d").signal.dropFirst(1)
    let (early, late) = (stage.record(rest), stage.record(rest, during: "---^"))
    stage.run(through: 6)
    early.expect("--b-c-d")
    late.expect("------d")
  }
}
