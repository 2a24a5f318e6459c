import Signals
import Testing

struct RemoveDuplicatesTests {
  @Test func `an element equal to the previous one is dropped`() {
    let marbles = MarbleTest()
    marbles.expect(marbles.hot("a-a-b-b-a|").signal.removeDuplicates(), gives: "a---b---a|")
  }

  @Test func `removeDuplicates uses the given comparison`() {
    let marbles = MarbleTest()
    let numbers = marbles.hot("1-3-4-6-7|").numbers
    marbles.expect(numbers.removeDuplicates { $0 % 2 == $1 % 2 }, gives: "1---4---7|")
  }
}
