import Signals
import Testing

struct RepeatedTests {
  @Test func `it runs anew each time that it ends`() {
    let stage = Stage()
    let source = stage.cold("a-b|")
    stage.expect(source.signal.repeated(), during: "^------!", gives: "a-ba-ba--")
    source.expectSubscriptions("^--!", "---^--!", "------^!")
  }

  @Test func `so many times in all`() {
    let stage = Stage()
    let source = stage.cold("a-|")
    stage.expect(source.signal.repeated(3), gives: "a-a-a-|")
    source.expectSubscriptions("^-!", "--^-!", "----^-!")
  }

  @Test func `no times at all ends at once`() {
    let stage = Stage()
    let source = stage.cold("a-|")
    stage.expect(source.signal.repeated(0), gives: "|")
    source.expectSubscriptions()
  }

  @Test func `what ends within its subscribing repeats without growing the stack`() {
    var sum = 0
    let subscription = Signal.of(1).repeated().prefix(100_000).subscribe { sum += $0 }
    #expect(sum == 100_000)
    #expect(!subscription.isActive)
  }

  @Test func `cancelled on the last element of a run, it does not run again`() {
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
