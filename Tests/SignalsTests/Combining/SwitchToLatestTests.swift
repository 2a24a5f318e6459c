import Signals
import Testing

struct SwitchToLatestTests {
  @Test func `the newest inner signal replaces the one before it`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a-----b------|")
    let inner = ["a": marbles.cold("1--2--3--4|"), "b": marbles.cold("5-6-7|")]
    marbles.expect(
      source.signal.compactMap { inner[$0]?.signal }.switchToLatest(),
      gives: "1--2--5-6-7--|")
    inner["a"]?.expectSubscriptions("^-----!")
    inner["b"]?.expectSubscriptions("------^----!")
    source.expectSubscriptions("^------------!")
  }

  @Test func `after the outer end the newest inner signal continues`() {
    let marbles = MarbleTest()
    let (source, inner) = (marbles.hot("-a-|"), marbles.cold("1---2|"))
    marbles.expect(
      source.signal.map { _ in inner.signal }.switchToLatest(), gives: "-1---2|")
    source.expectSubscriptions("^--!")
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

  @Test func `the old signal sends nothing after the switch`() {
    let marbles = MarbleTest()
    let inner = ["a": marbles.cold("1--2--3"), "b": marbles.cold("4--5|")]
    marbles.expect(
      marbles.hot("a--b|").signal.compactMap { inner[$0]?.signal }.switchToLatest(),
      gives: "1--4--5|")
    inner["a"]?.expectSubscriptions("^--!")
  }

  @Test func `cancelling releases the inner signal`() {
    let marbles = MarbleTest()
    let inner = marbles.cold("1--2--3")
    marbles.expect(
      marbles.hot("-a").signal.map { _ in inner.signal }.switchToLatest(),
      during: "^----!", gives: "-1--2-----")
    inner.expectSubscriptions("-^---!")
  }
}
