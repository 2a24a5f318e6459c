import Signals
import Testing

struct RepeatedTests {
  @Test func `repeated restarts at each end`() {
    let marbles = MarbleTest()
    let source = marbles.cold("a-b|")
    marbles.expect(source.signal.repeated(), during: "^------!", gives: "a-ba-ba--")
    source.expectSubscriptions("^--!", "---^--!", "------^!")
  }

  @Test func `repeated runs a number of times`() {
    let marbles = MarbleTest()
    let source = marbles.cold("a-|")
    marbles.expect(source.signal.repeated(3), gives: "a-a-a-|")
    source.expectSubscriptions("^-!", "--^-!", "----^-!")
  }

  @Test func `repeated zero times ends at once`() {
    let marbles = MarbleTest()
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
