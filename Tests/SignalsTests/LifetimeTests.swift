import Signals
import Testing
import TimingTestSupport

struct LifetimeTests {
  @Test func `entries are released once, the newest first`() {
    let lifetime = Lifetime()
    var log: [Int] = []
    for number in 1...3 { lifetime.onEnd { log.append(number) } }
    lifetime.end()
    lifetime.end()
    #expect(log == [3, 2, 1])
    let late = lifetime.child()
    late.onEnd { log.append(0) }
    #expect(!late.isActive)
    #expect(log.last == 0)
  }

  @Test func `children and closures are released in one order, the newest first`() {
    let lifetime = Lifetime()
    var log: [String] = []
    lifetime.onEnd { log.append("first") }
    lifetime.child().onEnd { log.append("child") }
    lifetime.onEnd { log.append("last") }
    lifetime.end()
    #expect(log == ["last", "child", "first"])
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
      let label = "\(seed)"
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
      #expect(log == ended.map(\.0), "\(label)")
      log = []
      lifetime.end()
      #expect(
        log == children.dropFirst(ended.count).map(\.0).sorted(by: >), "\(label)")
    }
  }

  @Test func `a lifetime that is dropped with a million entries does not overflow the stack`() {
    var lifetime: Lifetime? = Lifetime()
    var token: Token? = Token()
    weak let gone = token
    for _ in 0..<1_000_000 {
      lifetime?.onEnd { [token] in withExtendedLifetime(token) {} }
    }
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
