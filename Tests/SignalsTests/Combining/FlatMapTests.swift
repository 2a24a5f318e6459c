import Signals
import Testing

struct FlatMapTests {
  @Test func `inner signals run side by side, the end comes with the last`() {
    let stage = Stage()
    let source = stage.hot("a---b--|")
    let inner = stage.cold("1----2|")
    stage.expect(
      source.signal.flatMap { name in inner.signal.map { name + $0 } },
      gives: "[a1]---[b1][a2]---[b2]|")
    inner.expectSubscriptions("^-----!", "----^-----!")
    source.expectSubscriptions("^------!")
  }

  @Test func `elements of one moment come in the order in which they were given`() {
    let stage = Stage()
    let inner = stage.cold("1--2|")
    stage.expect(
      stage.hot("a--b-|").signal.flatMap { name in inner.signal.map { name + $0 } },
      gives: "[a1]--([b1][a2])--[b2]|")
  }

  @Test func `cancelled, it lets go of all of them`() {
    let stage = Stage()
    let inner = stage.cold("1----2|")
    stage.expect(
      stage.hot("a-b----").signal.flatMap { _ in inner.signal }, during: "^--!", gives: "1-1-----")
    inner.expectSubscriptions("^--!", "--^!")
  }
}
