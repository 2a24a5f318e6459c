import Signals
import Testing

struct FirstTests {
  @Test func `first sends one element, and releases upstream before it`() {
    let marbles = MarbleTest()
    let source = marbles.hot("--a--b|")
    var wasReleased = false
    let first = source.signal.first().map { element in
      wasReleased = true
      source.expectSubscriptions("^-!")
      return element
    }
    marbles.expect(first, gives: "--(a|)")
    #expect(wasReleased)
  }

  @Test func `first of an empty signal sends only the end`() {
    let marbles = MarbleTest()
    marbles.expect(marbles.hot("---|").signal.first(), gives: "---|")
  }

  @Test func `first(where:) sends the first match, and evaluates no further elements`() {
    let marbles = MarbleTest()
    var asked: [Int] = []
    let first = marbles.hot("--1--2--3|").numbers.first { number in
      asked.append(number)
      return number > 1
    }
    marbles.expect(first, gives: "-----(2|)")
    #expect(asked == [1, 2])
  }

  @Test func `first(where:) without a match sends only the end`() {
    let marbles = MarbleTest()
    marbles.expect(marbles.cold("1-2|").numbers.first { $0 > 5 }, gives: "---|")
  }
}
