import Signals
import Testing

struct RemoveDuplicatesTests {
  @Test func `an element equal to the one before it is left out`() {
    let stage = Stage()
    stage.expect(stage.hot("a-a-b-b-a|").signal.removeDuplicates(), gives: "a---b---a|")
  }

  @Test func `equal is what the comparison says`() {
    let stage = Stage()
    let numbers = stage.hot("1-3-4-6-7|").numbers
    stage.expect(numbers.removeDuplicates { $0 % 2 == $1 % 2 }, gives: "1---4---7|")
  }
}
