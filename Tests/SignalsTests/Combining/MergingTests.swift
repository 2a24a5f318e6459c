import Signals
import Testing

struct MergingTests {
  private let marbles = MarbleTest()

  @Test func `a cancel on subscribing to the first signal does not subscribe to the second`() {
    let second = marbles.cold("b|")
    marbles.expect(Signal.of("a").merge(with: second.signal).prefix(1), gives: "(a|)")
    second.expectSubscriptions()
  }

  @Test func `an element sent from within a receive of the other is delivered within it`() {
    let (a, b) = (Subject<Int>(), Subject<Int>())
    var log: [String] = []
    let subscription = a.signal.merge(with: b.signal).subscribe { number in
      log.append("\(number) begins")
      if number == 1 { b.send(2) }
      log.append("\(number) ends")
    }
    a.send(1)
    #expect(log == ["1 begins", "2 begins", "2 ends", "1 ends"])
    subscription.cancel()
  }

  @Test func `optional elements may be nil`() {
    var log: [[Int?]] = []
    let sources: [Signal<Int?>] = [.of(nil, 1), .of(nil)]
    let subscription = Signal.combineLatest(sources).subscribe { log.append($0) }
    #expect(log == [[1, nil]])
    subscription.cancel()
  }

  @Test func `zip ends when no partner is possible, and releases both before the last pair`() {
    let (left, right) = (marbles.hot("ab|"), marbles.hot("---1--2--3"))
    let pairs = left.signal.zip(right.signal).map { pair in
      if pair.0 == "b" {
        left.expectSubscriptions("^-!")
        right.expectSubscriptions("^-----!")
      }
      return pair.0 + pair.1
    }
    marbles.expect(pairs, gives: "---[a1]--([b2]|)")
  }

  @Test func `early elements wait in order`() {
    let (numbers, taps) = (Subject<Int>(), Subject<Int>())
    var pairs: [Int] = []
    let subscription = numbers.signal.zip(taps.signal).subscribe {
      #expect($0.0 == $0.1)
      pairs.append($0.0)
    }
    for number in 0..<500 { numbers.send(number) }
    for number in 0..<300 { taps.send(number) }
    for number in 500..<1000 { numbers.send(number) }
    for number in 300..<1000 { taps.send(number) }
    #expect(pairs == Array(0..<1000))
    subscription.cancel()
  }

  @Test func `zip does not retain sent elements`() {
    let (tokens, taps) = (Subject<Token>(), Subject<Int>())
    let subscription = tokens.signal.zip(taps.signal).subscribe { _ in }
    var token: Token? = Token()
    weak let gone = token
    token.map(tokens.send)
    tokens.send(Token())
    token = nil
    #expect(gone != nil)
    taps.send(1)
    #expect(gone == nil)
    subscription.cancel()
  }

  @Test func `if the other sends on subscribing, the source is not subscribed to`() {
    let source = marbles.hot("a--b|")
    marbles.expect(source.signal.prefix(untilOutputFrom: Signal.of(1, 2)), gives: "|")
    source.expectSubscriptions()
  }

  @Test func `drop begins with the first element of the other, which is released`() {
    let (source, other) = (marbles.hot("a--b--c--d|"), marbles.hot("-----x-y"))
    marbles.expect(source.signal.drop(untilOutputFrom: other.signal), gives: "------c--d|")
    source.expectSubscriptions("^---------!")
    other.expectSubscriptions("^----!")
  }

  @Test func `the old signal is released before the new one is subscribed to`() {
    var log: [String] = []
    func inner(_ name: String) -> Signal<Int> {
      Signal { _, lifetime in
        log.append("\(name) subscribed")
        lifetime.onEnd { log.append("\(name) released") }
      }
    }
    let names = Subject<String>()
    let subscription = names.signal.map(inner).switchToLatest().subscribe { _ in }
    names.send("a")
    names.send("b")
    subscription.cancel()
    #expect(log == ["a subscribed", "a released", "b subscribed", "b released"])
  }

  @Test func `a signal sent by the release of the old one is the newest`() {
    let (taps, releases) = (Subject<Signal<Int>>(), Subject<Signal<Int>>())
    let (first, second, third) = (Subject<Int>(), Subject<Int>(), Subject<Int>())
    let releasing = Signal<Int> { observer, lifetime in
      first.signal.observe(observer, during: lifetime)
      lifetime.onEnd { releases.send(third.signal) }
    }
    var received: [Int] = []
    let subscription = taps.signal.merge(with: releases.signal).switchToLatest()
      .subscribe { received.append($0) }
    taps.send(releasing)
    taps.send(second.signal)
    first.send(1)
    second.send(2)
    third.send(3)
    #expect(received == [3])
    #expect(!first.isObserved && !second.isObserved)
    subscription.cancel()
  }
}
