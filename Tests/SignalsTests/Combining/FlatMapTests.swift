import Signals
import Testing

struct FlatMapTests {
  @Test func `flatMap runs inner signals concurrently, and ends with the last`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a---b--|")
    let inner = marbles.cold("1----2|")
    marbles.expect(
      source.signal.flatMap { name in inner.signal.map { name + $0 } },
      gives: "[a1]---[b1][a2]---[b2]|")
    inner.expectSubscriptions("^-----!", "----^-----!")
    source.expectSubscriptions("^------!")
  }

  @Test func `elements at the same moment keep their order`() {
    let marbles = MarbleTest()
    let inner = marbles.cold("1--2|")
    marbles.expect(
      marbles.hot("a--b-|").signal.flatMap { name in inner.signal.map { name + $0 } },
      gives: "[a1]--([b1][a2])--[b2]|")
  }

  @Test func `cancelling releases all inner signals`() {
    let marbles = MarbleTest()
    let inner = marbles.cold("1----2|")
    marbles.expect(
      marbles.hot("a-b----").signal.flatMap { _ in inner.signal }, during: "^--!", gives: "1-1-----"
    )
    inner.expectSubscriptions("^--!", "--^!")
  }
}
