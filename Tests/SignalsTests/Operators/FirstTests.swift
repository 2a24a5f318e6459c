import Signals
import Testing

struct FirstTests {
  @Test func `first gives one element, upstream released before it`() {
    let stage = Stage()
    let source = stage.hot("--a--b|")
    var wasReleased = false
    let first = source.signal.first().map { element in
      wasReleased = true
      source.expectSubscriptions("^-!")
      return element
    }
    stage.expect(first, gives: "--(a|)")
    #expect(wasReleased)
  }

  @Test func `without an element only the end comes`() {
    let stage = Stage()
    stage.expect(stage.hot("---|").signal.first(), gives: "---|")
  }

  @Test func `first(where:) gives the first that satisfies, and asks no more`() {
    let stage = Stage()
    var asked: [Int] = []
    let first = stage.hot("--1--2--3|").numbers.first { number in
      asked.append(number)
      return number > 1
    }
    stage.expect(first, gives: "-----(2|)")
    #expect(asked == [1, 2])
  }

  @Test func `first(where:) of none that satisfies gives the end alone`() {
    let stage = Stage()
    stage.expect(stage.cold("1-2|").numbers.first { $0 > 5 }, gives: "---|")
  }
}
