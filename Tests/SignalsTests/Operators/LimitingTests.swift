import Signals
import Testing

struct LimitingTests {
  private let marbles = MarbleTest()

  @Test func `prefix of zero ends at once, without subscribing`() {
    let source = marbles.cold("a|")
    marbles.expect(source.signal.prefix(0), gives: "|")
    source.expectSubscriptions()
  }

  @Test func `an element sent within the last receive is not received`() {
    let (first, second) = (Subject<Int>(), Subject<Int>())
    var received: [Int] = []
    let subscription = Signal.merge(first.signal, second.signal)
      .map { number in
        if number == 1 { second.send(2) }
        return number
      }
      .prefix(1)
      .repeated(1)
      .subscribe { received.append($0) }
    first.send(1)
    #expect(received == [2])
    #expect(!subscription.isActive)
  }

  @Test func `first(where:) sends the first match, and evaluates no further elements`() {
    var asked: [Int] = []
    let first = marbles.hot("--1--2--3|").numbers.first { number in
      asked.append(number)
      return number > 1
    }
    marbles.expect(first, gives: "-----(2|)")
    #expect(asked == [1, 2])
  }

  @Test func `dropFirst drops one element by default`() {
    marbles.expect(marbles.cold("a-b|").signal.dropFirst(), gives: "--b|")
  }
}
