import Signals
import Testing

struct TransformingTests {
  private let marbles = MarbleTest()

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

  @Test func `an element equal to the previous one is dropped`() {
    marbles.expect(marbles.hot("a-a-b-b-a|").signal.removeDuplicates(), gives: "a---b---a|")
  }

  @Test func `repeated zero times ends at once`() {
    let source = marbles.cold("a-|")
    marbles.expect(source.signal.repeated(0), gives: "|")
    source.expectSubscriptions()
  }

  @Test func `a signal that ends on subscribing repeats without growing the stack`() {
    var sum = 0
    let subscription = Signal.of(1).repeated().prefix(100_000).subscribe { sum += $0 }
    #expect(sum == 100_000)
    #expect(!subscription.isActive)
  }

  @Test func `a cancel at the last element of a run prevents the next run`() {
    let source = Subject<Int>()
    var runs = 0
    var subscription: Subscription?
    let once = Signal<Int>.deferred {
      runs += 1
      return source.signal.prefix(1)
    }
    subscription = once.repeated().subscribe { _ in subscription?.cancel() }
    source.send(1)
    #expect(runs == 1)
    #expect(!source.isObserved)
  }
}
