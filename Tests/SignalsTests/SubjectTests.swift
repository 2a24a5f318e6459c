import Testing
import TimingTestSupport

@testable import Signals

struct SubjectTests {
  private let subject = Subject<Int>()

  @Test func `a send within a receive waits until all observers have the element`() {
    var log: [String] = []
    let first = subject.signal.subscribe { number in
      log.append("first \(number)")
      if number < 3 {
        subject.send(number + 1)
        log.append("sent \(number + 1)")
      }
    }
    let second = subject.signal.subscribe { log.append("second \($0)") }
    subject.send(1)
    #expect(
      log == [
        "first 1", "sent 2", "second 1", "first 2", "sent 3", "second 2", "first 3", "second 3",
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a long chain of sends from within a receive does not grow the stack`() {
    var last = 0
    let subscription = subject.signal.subscribe { number in
      last = number
      if number < 100_000 { subject.send(number + 1) }
    }
    subject.send(1)
    #expect(last == 100_000)
    subscription.cancel()
  }

  @Test func `a send to another subject is delivered within this delivery`() {
    let (outer, inner) = (Subject<Int>(), Subject<Int>())
    var log: [String] = []
    let subscriptions = [
      outer.signal.subscribe { inner.send($0 * 10) },
      outer.signal.subscribe { log.append("outer \($0)") },
      inner.signal.subscribe { log.append("inner \($0)") },
    ]
    outer.send(1)
    #expect(log == ["inner 10", "outer 1"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `the end is sent once, in order, and nothing after it`() {
    var log: [String] = []
    let first = subject.signal.subscribe { number in
      log.append("\(number)")
      guard number == 1 else { return }
      subject.send(2)
      subject.end()
      subject.send(3)
      subject.end()
    } end: {
      log.append("end")
    }
    let second = subject.signal.subscribe {
      log.append("\($0)'")
    } end: {
      log.append("end'")
    }
    subject.send(1)
    #expect(log == ["1", "1'", "2", "2'", "end", "end'"])
    #expect(!first.isActive && !second.isActive && !subject.isObserved)
  }

  @Test func `a subscription after the end gets the end at once`() {
    let marbles = MarbleTest()
    subject.end()
    marbles.expect(subject.signal, during: "--^", gives: "--|")
  }

  @Test func `the last reference to an observer may be released in its receive`() {
    var held: Subscription?
    var token: Token? = Token()
    weak let gone = token
    held = subject.signal.subscribe { [token] _ in
      held = nil
      withExtendedLifetime(token) {}
    }
    token = nil
    #expect(gone != nil)
    subject.send(1)
    #expect(gone == nil)
    #expect(held == nil)
  }

  @Test func `remaining observers are served in order while others cancel and subscribe`() {
    for _ in 0..<200 {
      var seed = Seed()
      let subject = Subject<Int>()
      var served: [Int] = []
      var observers: [(number: Int, subscription: Subscription)] = []
      for number in 0..<100 {
        observers.append((number, subject.signal.subscribe { _ in served.append(number) }))
        while Int.random(in: 0..<5, using: &seed) < 2,
          let index = observers.indices.randomElement(using: &seed)
        {
          observers.remove(at: index).subscription.cancel()
        }
        served = []
        subject.send(0)
        #expect(served == observers.map(\.number), "\(seed)")
        #expect(subject.isObserved == !observers.isEmpty, "\(seed)")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a hundred thousand observers cancel in any order within a minute`() {
    var seed = Seed()
    var observers = (0..<100_000).map { _ in subject.signal.subscribe { _ in } }
    observers.shuffle(using: &seed)
    for observer in observers { observer.cancel() }
    #expect(!subject.isObserved)
  }

  @Test func `an observer that resubscribes at every element does not grow the list`() {
    var (received, longest) = (0, 0)
    var newest: Subscription?
    func subscribe() {
      newest = subject.signal.subscribe { number in
        received += 1
        longest = max(longest, subject.places.count)
        guard number < 10_000 else { return }
        subscribe()
        subject.send(number + 1)
      }
    }
    let others = (0..<3).map { _ in subject.signal.subscribe { _ in } }
    subscribe()
    subject.send(1)
    #expect(received == 10_000)
    // Each delivery visits the whole list, so that its length is the cost of an element.
    #expect(longest <= 32)
    newest?.cancel()
    withExtendedLifetime(others) {}
  }

  @Test func `a queued element goes to those subscribed at its send`() {
    for _ in 0..<100 {
      var seed = Seed()
      let label = "\(seed)"
      let subject = Subject<Int>()
      var observers: [Int: Subscription] = [:]
      var made = 0
      var present: [Set<Int>] = []
      var served: [Int: [Int]] = [:]
      var wrong = 0
      func send() {
        guard present.count < 200 else { return }
        present.append(Set(observers.keys))
        subject.send(present.count - 1)
      }
      func add() {
        let number = made
        made += 1
        observers[number] = subject.signal.subscribe { element in
          if !present[element].contains(number) || observers[number] == nil { wrong += 1 }
          if let last = served[element]?.last, last >= number { wrong += 1 }
          served[element, default: []].append(number)
          for _ in 0..<Int.random(in: 0...2, using: &seed) { add() }
          while observers.count > 8, let key = observers.keys.sorted().randomElement(using: &seed) {
            observers[key]?.cancel()
            observers[key] = nil
          }
          if Bool.random(using: &seed) { send() }
        }
      }
      for _ in 0..<4 { add() }
      while present.count < 200 { send() }
      #expect(wrong == 0, "\(label)")
      for (element, there) in present.enumerated() {
        let missed = there.subtracting(served[element] ?? [])
        #expect(missed.allSatisfy { observers[$0] == nil }, "\(label)")
      }
      observers = [:]
    }
  }

  @Test func `an observer that cancels all within a delivery is the last one served`() {
    var received = 0
    var observers: [Subscription] = []
    var token: Token? = Token()
    weak let gone = token
    for _ in 0..<100_000 {
      observers.append(
        subject.signal.subscribe { [token] _ in
          withExtendedLifetime(token) { received += 1 }
          for observer in observers { observer.cancel() }
        })
    }
    token = nil
    subject.send(1)
    #expect(received == 1 && !subject.isObserved)
    #expect(gone == nil)
  }

  @Test func `releasing an observer may send and subscribe`() {
    final class Deinitialization {
      let action: () -> Void
      init(_ action: @escaping () -> Void) { self.action = action }
      deinit { action() }
    }
    var received: [Int] = []
    var late: [Subscription] = []
    let cancelled = {
      let deinitialization = Deinitialization {
        late.append(subject.signal.subscribe { received.append($0 * 10) })
        subject.send(2)
      }
      return subject.signal.subscribe { _ in withExtendedLifetime(deinitialization) {} }
    }()
    let remaining = subject.signal.subscribe { number in
      received.append(number)
      if number == 1 { cancelled.cancel() }
    }
    subject.send(1)
    #expect(received == [1, 2, 20])
    withExtendedLifetime(remaining) {}
  }
}

/// An object whose release a test observes.
final class Token {}
