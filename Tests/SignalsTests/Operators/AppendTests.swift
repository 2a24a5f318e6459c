import Signals
import Testing

struct AppendTests {
  @Test func `the next signal runs after this one has ended and is released`() {
    let marbles = MarbleTest()
    let (first, next) = (marbles.cold("a--b|"), marbles.cold("--c-d|"))
    marbles.expect(first.signal.append(next.signal), gives: "a--b--c-d|")
    first.expectSubscriptions("^---!")
    next.expectSubscriptions("----^----!")
  }

  @Test func `appended elements are sent at the end, in order`() {
    let marbles = MarbleTest()
    marbles.expect(marbles.cold("a--b|").signal.append("x", "y"), gives: "a--b(xy|)")
  }

  @Test func `appending works with empty signals`() {
    MarbleTest().expect(Signal<String>.empty.append("x"), gives: "(x|)")
    let marbles = MarbleTest()
    marbles.expect(marbles.cold("a|").signal.append(), gives: "a|")
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

  @Test func `a cancel before the end does not subscribe to the next signal`() {
    let marbles = MarbleTest()
    let next = marbles.cold("c|")
    marbles.expect(marbles.hot("a--b|").signal.append(next.signal), during: "^-!", gives: "a--")
    next.expectSubscriptions()
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
}
