import Signals
import Testing

struct CompactMapTests {
  @Test func `elements without a transform are dropped`() {
    let marbles = MarbleTest()
    let source = marbles.hot("-1-a--3-b|")
    marbles.expect(source.signal.compactMap { Int($0) }, gives: "-1----3--|")
    source.expectSubscriptions("^--------!")
  }
}
