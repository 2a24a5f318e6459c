import Signals
import Testing

struct FirstTests {
  @Test func `first sends one element, and releases upstream before it`() {
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

  @Test func `first of an empty signal sends only the end`() {
    let stage = Stage()
    stage.expect(stage.hot("---|").signal.first(), gives: "---|")
  }

  @Test func `first(where:) sends the first match, and evaluates no further elements`() {
    let stage = Stage()
    var asked: [Int] = []
    let first = stage.hot("--1--2--3|").numbers.first { number in
      asked.append(number)
      return number > 1
    }
    stage.expect(first, gives: "-----(2|)")
    #expect(asked == [1, 2])
  }

  @Test func `first(where:) without a match sends only the end`() {
    let stage = Stage()
    stage.expect(stage.cold("1-2|").numbers.first { $0 > 5 }, gives: "---|")
  }
}
