import Signals
import Testing

struct CollectTests {
  private let stage = Stage()

  @Test func `all elements come in one array at the end, upstream released before it`() {
    let source = stage.cold("a--b--c|")
    let collected = source.signal.collect().map { all in
      source.expectSubscriptions("^------!")
      return all.joined()
    }
    stage.expect(collected, gives: "-------([abc]|)")
  }

  @Test func `a signal without elements gives an empty array`() {
    stage.expect(stage.cold("--|").signal.collect().map(\.count), gives: "--(0|)")
  }

  @Test func `arrays of a length come when they are full, the rest at the end`() {
    stage.expect(
      stage.cold("a--b--c|").signal.collect(2).map { $0.joined() }, gives: "---[ab]---(c|)")
  }

  @Test func `without a rest only the end comes at the end`() {
    stage.expect(
      stage.cold("a--b|").signal.collect(2).map { $0.joined() }, gives: "---[ab]|")
  }

  @Test func `arrays of one element come with each element`() {
    stage.expect(stage.cold("(ab)-c|").signal.collect(1).map { $0.joined() }, gives: "(ab)-c|")
  }

  @Test func `each subscription collects its own`() {
    let collected = stage.hot("a-b-c|").signal.collect().map { $0.joined() }
    let (early, late) = (stage.record(collected), stage.record(collected, during: "---^"))
    stage.run(through: 6)
    early.expect("-----([abc]|)")
    late.expect("-----(c|)")
  }
}
