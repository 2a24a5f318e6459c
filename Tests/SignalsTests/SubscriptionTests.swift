import Signals
import Testing

struct SubscriptionTests {
  @Test func `releasing a subscription cancels it`() {
    let subject = Subject<Int>()
    var subscription: Subscription? = subject.signal.subscribe { _ in }
    #expect(subject.isObserved)
    #expect(subscription?.isActive == true)
    subscription = nil
    #expect(!subject.isObserved)
  }

  @Test func `a second cancel has no effect`() {
    var releases = 0
    let subscription = Subscription { releases += 1 }
    subscription.cancel()
    subscription.cancel()
    #expect(releases == 1)
    #expect(!subscription.isActive)
  }

  @Test func `several subscriptions are cancelled together, the last one first`() {
    var log: [Int] = []
    let all = Subscription(Subscription { log.append(1) }, Subscription { log.append(2) })
    all.cancel()
    #expect(log == [2, 1])
  }

  @Test func `subscriptions of an array are cancelled together`() {
    var log: [Int] = []
    let all = Subscription((1...3).map { number in Subscription { log.append(number) } })
    all.cancel()
    #expect(log == [3, 2, 1])
  }

  @Test func `a subscription lasts as long as the array or set that stores it`() {
    let subject = Subject<Int>()
    var list: [Subscription] = []
    var set: Set<Subscription> = []
    var received: [Int] = []
    subject.signal.subscribe { received.append($0) }.store(in: &list)
    for _ in 0..<2 { subject.signal.subscribe { received.append(-$0) }.store(in: &set) }
    subject.send(1)
    #expect(received == [1, -1, -1])
    list = []
    subject.send(2)
    #expect(received == [1, -1, -1, -2, -2])
    set = []
    #expect(!subject.isObserved)
  }

  @Test func `upstream is released before the receiver gets the end`() {
    let upstream = Lifetimes()
    var log: [String] = []
    let subscription = upstream.signal.subscribe { _ in
    } end: {
      log.append("ended, released: \(upstream.released)")
    }
    upstream.observer?.end()
    upstream.observer = nil
    #expect(log == ["ended, released: true"])
    #expect(!subscription.isActive)
  }

  @Test func `children end with their lifetime, or alone`() {
    let lifetime = Lifetime()
    var log: [String] = []
    let (first, second) = (lifetime.child(), lifetime.child())
    first.onEnd { log.append("first") }
    second.onEnd { log.append("second") }
    first.end()
    lifetime.end()
    #expect(log == ["first", "second"])
    let late = lifetime.child()
    late.onEnd { log.append("late") }
    #expect(!late.isActive)
    #expect(log.last == "late")
  }

  /// A custom source, like in the documentation of `Signal.init`.
  private final class Lifetimes {
    var observer: Observer<Int>?
    var released = false

    var signal: Signal<Int> {
      Signal { observer, lifetime in
        self.observer = observer
        lifetime.onEnd { self.released = true }
      }
    }
  }
}
