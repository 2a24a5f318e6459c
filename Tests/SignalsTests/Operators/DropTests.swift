import Signals
import Testing

struct DropTests {
  @Test func `elements are dropped until the condition fails once`() {
    let marbles = MarbleTest()
    let source = marbles.hot("--1--2--3--1|")
    marbles.expect(source.numbers.drop(while: { $0 < 3 }), gives: "--------3--1|")
    source.expectSubscriptions("^-----------!")
  }
}
