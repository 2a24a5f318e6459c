import Signals
import Testing

struct PrependingTests {
  private let marbles = MarbleTest()

  @Test func `prepended elements are sent on subscribing, before those of the signal`() {
    let source = marbles.cold("-a-b|")
    marbles.expect(
      source.signal.prepend("x", "y"), during: "--^", gives: "--(xy)a-b|")
    source.expectSubscriptions("--^---!")
  }

  @Test func `appended elements are sent at the end, in order`() {
    marbles.expect(marbles.cold("a--b|").signal.append("x", "y"), gives: "a--b(xy|)")
  }

  @Test func `a signal appended to itself a million times does not grow the stack`() {
    var runs = 0
    func again() -> Signal<Int> {
      .deferred {
        runs += 1
        return runs < 1_000_000 ? Signal.of(runs).append(again()) : .of(runs)
      }
    }
    var last = 0
    let subscription = again().subscribe { last = $0 }
    #expect(last == 1_000_000)
    #expect(!subscription.isActive)
  }

  @Test func `a cancel within the first appended element drops the others`() {
    var received: [String] = []
    let source = Subject<String>()
    var subscription: Subscription?
    subscription = source.signal.append("x", "y").subscribe { element in
      received.append(element)
      subscription?.cancel()
    }
    source.end()
    #expect(received == ["x"])
  }

  @Test func `empty sends only the end, and never sends nothing`() {
    marbles.expect(Signal<Int>.empty, gives: "|")
    marbles.expect(Signal<Int>.never, gives: "-----")
  }

  @Test func `a deferred signal is created at each subscription`() {
    let now = Signal.deferred { .of(Recording.frame(of: marbles.scheduler.now)) }
    let first = marbles.record(now)
    let second = marbles.record(now, during: "---^")
    marbles.run(through: 5)
    first.expect("(0|)")
    second.expect("---(3|)")
  }

  @Test func `the next signal runs after this one has ended and is released`() {
    let (first, next) = (marbles.cold("a--b|"), marbles.cold("--c-d|"))
    marbles.expect(first.signal.append(next.signal), gives: "a--b--c-d|")
    first.expectSubscriptions("^---!")
    next.expectSubscriptions("----^----!")
  }
}
