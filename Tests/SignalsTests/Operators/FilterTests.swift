import Signals
import Testing

struct FilterTests {
  @Test func `elements that fail the condition are dropped`() {
    let marbles = MarbleTest()
    let source = marbles.hot("12-345-6|")
    marbles.expect(source.numbers.filter { $0.isMultiple(of: 2) }, gives: "-2--4--6|")
  }

  @Test func `cancelling releases upstream`() {
    let marbles = MarbleTest()
    let source = marbles.hot("12-345-6|")
    marbles.expect(source.numbers.filter { $0 > 1 }, during: "-^--!", gives: "-2-34----")
    source.expectSubscriptions("-^--!")
  }
}
