import Signals
import Testing

struct PrefixTests {
  @Test func `prefix sends a number of elements, then the end`() {
    let marbles = MarbleTest()
    let source = marbles.hot("--a--b--c--d|")
    marbles.expect(source.signal.prefix(2), gives: "--a--(b|)")
    source.expectSubscriptions("^----!")
  }

  @Test func `prefix of a shorter signal ends with it`() {
    let marbles = MarbleTest()
    marbles.expect(marbles.hot("-a-b|").signal.prefix(3), gives: "-a-b|")
  }

  @Test func `prefix of zero ends at once, without subscribing`() {
    let marbles = MarbleTest()
    let source = marbles.cold("a|")
    marbles.expect(source.signal.prefix(0), gives: "|")
    source.expectSubscriptions()
  }

  @Test func `prefix limits elements sent on subscribing`() {
    let marbles = MarbleTest()
    marbles.expect(Signal.of(1, 2, 3).prefix(2), gives: "(12|)")
  }

  @Test func `upstream is released before the last element is received`() {
    let source = Subject<Int>()
    var wasObserved: [Bool] = []
    let subscription = source.signal.prefix(2).subscribe { _ in
      wasObserved.append(source.isObserved)
    }
    source.send(1)
    source.send(2)
    #expect(wasObserved == [true, false])
    #expect(!subscription.isActive)
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

  @Test func `prefix ends when a condition fails`() {
    let marbles = MarbleTest()
    let source = marbles.hot("--1--2--3--1|")
    marbles.expect(source.numbers.prefix(while: { $0 < 3 }), gives: "--1--2--|")
    source.expectSubscriptions("^-------!")
  }
}
