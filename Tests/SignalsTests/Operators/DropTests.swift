import Signals
import Testing

struct DropTests {
  @Test func `elements are dropped until the condition fails once`() {
    let stage = Stage()
    let source = stage.hot("--1--2--3--1|")
    stage.expect(source.numbers.drop(while: { $0 < 3 }), gives: "--------3--1|")
    source.expectSubscriptions("^-----------!")
  }
}
