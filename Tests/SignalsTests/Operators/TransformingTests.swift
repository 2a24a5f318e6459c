import Signals
import Testing

/// Operators that transform, fold or limit the elements of one signal.
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

  @Test func `an element sent from within the receive is folded after this one`() {
    let source = Subject<Int>()
    var totals: [Int] = []
    let subscription = source.signal.scan(0, +).subscribe { total in
      totals.append(total)
      if total == 1 { source.send(10) }
    }
    source.send(1)
    source.send(100)
    #expect(totals == [1, 11, 111])
    subscription.cancel()
  }

  @Test func `a receiver that cancels at the result gets no end`() {
    let source = Subject<Int>()
    var log: [String] = []
    var subscription: Subscription?
    subscription = source.signal.reduce(0, +).subscribe {
      log.append("\($0)")
      subscription?.cancel()
    } end: {
      log.append("end")
    }
    source.send(1)
    source.end()
    #expect(log == ["1"])
  }

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
