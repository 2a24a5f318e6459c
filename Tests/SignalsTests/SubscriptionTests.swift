import Signals
import Testing
import TimingTestSupport

struct SubscriptionTests {
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
    Subscription((1...3).map { number in Subscription { log.append(number) } }).cancel()
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

  @Test func `children and closures are released once, in one order, the newest first`() {
    let lifetime = Lifetime()
    var log: [String] = []
    lifetime.onEnd { log.append("first") }
    lifetime.child().onEnd { log.append("child") }
    lifetime.onEnd { log.append("last") }
    lifetime.end()
    lifetime.end()
    #expect(log == ["last", "child", "first"])
    let late = lifetime.child()
    late.onEnd { log.append("late") }
    #expect(!late.isActive)
    #expect(log.last == "late")
  }

  @Test func `an entry added during the end is released at once`() {
    let lifetime = Lifetime()
    var log: [String] = []
    lifetime.onEnd { log.append("first") }
    lifetime.onEnd {
      lifetime.onEnd { log.append("late") }
      log.append("last")
    }
    lifetime.end()
    #expect(log == ["late", "last", "first"])
  }

  @Test func `a release may end other children of the same lifetime`() {
    let lifetime = Lifetime()
    let children = (0..<5).map { _ in lifetime.child() }
    var log: [Int] = []
    for (number, child) in children.enumerated() { child.onEnd { log.append(number) } }
    children[4].onEnd {
      children[1].end()
      children[3].end()
    }
    lifetime.end()
    #expect(log == [1, 3, 4, 2, 0])
  }

  @Test func `a child that ends is removed from its parent`() {
    for _ in 0..<100 {
      var seed = Seed()
      let lifetime = Lifetime()
      var log: [Int] = []
      var children = (0..<50).map { number in
        let child = lifetime.child()
        child.onEnd { log.append(number) }
        return (number, child)
      }
      children.shuffle(using: &seed)
      let ended = children.prefix(Int.random(in: 0...50, using: &seed))
      for (_, child) in ended { child.end() }
      #expect(log == ended.map(\.0), "\(seed)")
      log = []
      lifetime.end()
      #expect(log == children.dropFirst(ended.count).map(\.0).sorted(by: >), "\(seed)")
    }
  }

  @Test func `a lifetime that is dropped with a million entries does not overflow the stack`() {
    var lifetime: Lifetime? = Lifetime()
    var token: Token? = Token()
    weak let gone = token
    for _ in 0..<1_000_000 { lifetime?.onEnd { [token] in withExtendedLifetime(token) {} } }
    token = nil
    #expect(gone != nil)
    lifetime = nil
    #expect(gone == nil)
  }

  @Test func `a child outlives a parent that was dropped`() {
    var parent: Lifetime? = Lifetime()
    var releases = 0
    let child = parent?.child()
    child?.onEnd { releases += 1 }
    parent = nil
    #expect(child?.isActive == true)
    child?.end()
    #expect(releases == 1)
  }
}
