import Signals
import Testing

struct CompactMapTests {
  @Test func `elements without a transform are dropped`() {
    let stage = Stage()
    let source = stage.hot("-1-a--3-b|")
    stage.expect(source.signal.compactMap { Int($0) }, gives: "-1----3--|")
    source.expectSubscriptions("^--------!")
  }
}
