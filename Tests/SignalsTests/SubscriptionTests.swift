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
    let all = Subscription((1...3).map { number in Subscription { log.append(number) } })
    all.cancel()
    #expect(log == [3, 2, 1])
    Subscription(Subscription { log.append(1) }, Subscription { log.append(2) }).cancel()
    #expect(log == [3, 2, 1, 2, 1])
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
    var observer: Observer<Int>?
    var log: [String] = []
    let signal = Signal<Int> {
      observer = $0
      $1.onEnd { log.append("released") }
    }
    let subscription = signal.subscribe { _ in
    } end: {
      log.append("end")
    }
    observer?.end()
    observer = nil
    #expect(log == ["released", "end"])
    #expect(!subscription.isActive)
  }
}
