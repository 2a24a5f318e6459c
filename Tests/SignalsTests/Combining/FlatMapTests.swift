import Signals
import Testing

struct FlatMapTests {
  @Test func `flatMap runs inner signals concurrently, and ends with the last`() {
    let stage = Stage()
    let source = stage.hot("a---b--|")
    let inner = stage.cold("1----2|")
    stage.expect(
      source.signal.flatMap { name in inner.signal.map { name + $0 } },
      gives: "[a1]---[b1][a2]---[b2]|")
    inner.expectSubscriptions("^-----!", "----^-----!")
    source.expectSubscriptions("^------!")
  }

  @Test func `elements of the same moment keep their order`() {
    let stage = Stage()
    let inner = stage.cold("1--2|")
    stage.expect(
      stage.hot("a--b-|").signal.flatMap { name in inner.signal.map { name + $0 } },
      gives: "[a1]--([b1][a2])--[b2]|")
  }

  @Test func `cancelling releases all inner signals`() {
    let stage = Stage()
    let inner = stage.cold("1----2|")
    stage.expect(
      stage.hot("a-b----").signal.flatMap { _ in inner.signal }, during: "^--!", gives: "1-1-----")
    inner.expectSubscriptions("^--!", "--^!")
  }
}
