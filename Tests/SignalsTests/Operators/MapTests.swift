import Signals
import Testing

struct MapTests {
  @Test func `each element is transformed, the end stays`() {
    let marbles = MarbleTest()
    let source = marbles.hot("-1-2--3|")
    marbles.expect(source.numbers.map { $0 * 2 }, gives: "-2-4--6|")
    source.expectSubscriptions("^------!")
  }

  @Test func `a signal runs at each subscription and not before`() {
    var runs = 0
    let signal = Signal.of(1, 2).map { number in
      runs += 1
      return number
    }
    #expect(runs == 0)
    _ = signal.subscribe { _ in }
    _ = signal.subscribe { _ in }
    #expect(runs == 4)
  }

  @Test func `an element is not received if its transform cancels`() {
    let source = Subject<Int>()
    var subscription: Subscription?
    var received: [Int] = []
    subscription = source.signal
      .map { number in
        if number == 2 { subscription?.cancel() }
        return number
      }
      .subscribe { received.append($0) }
    for number in 1...3 { source.send(number) }
    #expect(received == [1])
    #expect(!source.isObserved)
  }
}
