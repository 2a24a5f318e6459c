import Signals
import Testing

struct CollectTests {
  private let marbles = MarbleTest()

  @Test func `all elements are sent in one array at the end, after upstream is released`() {
    let source = marbles.cold("a--b--c|")
    let collected = source.signal.collect().map { all in
      source.expectSubscriptions("^------!")
      return all.joined()
    }
    marbles.expect(collected, gives: "-------([abc]|)")
  }

  @Test func `collect of an empty signal sends an empty array`() {
    marbles.expect(marbles.cold("--|").signal.collect().map(\.count), gives: "--(0|)")
  }

  @Test func `full arrays are sent at once, the rest at the end`() {
    marbles.expect(
      marbles.cold("a--b--c|").signal.collect(2).map { $0.joined() }, gives: "---[ab]---(c|)")
  }

  @Test func `without a rest only the end is sent`() {
    marbles.expect(
      marbles.cold("a--b|").signal.collect(2).map { $0.joined() }, gives: "---[ab]|")
  }

  @Test func `arrays of one element are sent with each element`() {
    marbles.expect(marbles.cold("(ab)-c|").signal.collect(1).map { $0.joined() }, gives: "(ab)-c|")
  }

  @Test func `each subscription collects separately`() {
    let collected = marbles.hot("a-b-c|").signal.collect().map { $0.joined() }
    let (early, late) = (marbles.record(collected), marbles.record(collected, during: "---^"))
    marbles.run(through: 6)
    early.expect("-----([abc]|)")
    late.expect("-----(c|)")
  }
}
