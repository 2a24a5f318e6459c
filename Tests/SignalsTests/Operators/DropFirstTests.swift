import Signals
import Testing

struct DropFirstTests {
  @Test func `the first elements are left out`() {
    let stage = Stage()
    stage.expect(stage.hot("--a--b--c--d|").signal.dropFirst(2), gives: "--------c--d|")
  }

  @Test func `one is left out unless another number is asked for`() {
    let stage = Stage()
    stage.expect(stage.cold("a-b|").signal.dropFirst(), gives: "--b|")
  }

  @Test func `without a number to leave out nothing changes`() {
    let stage = Stage()
    stage.expect(stage.cold("a-b|").signal.dropFirst(0), gives: "a-b|")
  }

  @Test func `a signal that is too short gives its end alone`() {
    let stage = Stage()
    stage.expect(stage.cold("a-b|").signal.dropFirst(3), gives: "---|")
  }

  @Test func `each subscription counts anew`() {
    let stage = Stage()
    let rest = stage.hot("a-b-c-d").signal.dropFirst(1)
    let (early, late) = (stage.record(rest), stage.record(rest, during: "---^"))
    stage.run(through: 6)
    early.expect("--b-c-d")
    late.expect("------d")
  }
}
