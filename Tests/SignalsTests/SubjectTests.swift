import Signals
import Testing

struct SubjectTests {

  @Test func `a send within a receive waits until all observers have the element`() {
    let subject = Subject<Int>()
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
    let subject = Subject<Int>()
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

  @Test func `an observer that cancels itself gets no queued elements`() {
    let subject = Subject<Int>()
    var received: [Int] = []
    var subscription: Subscription?
    subscription = subject.signal.subscribe { number in
      received.append(number)
      subject.send(number + 1)
      subscription?.cancel()
      #expect(!subject.isObserved)
    }
    subject.send(1)
    #expect(received == [1])
  }

  @Test func `the end is sent once, in order, and nothing after it`() {
    let subject = Subject<Int>()
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
    let subject = Subject<Int>()
    subject.end()
    marbles.expect(subject.signal, during: "--^", gives: "--|")
  }

  @Test func `the last reference to an observer may be released in its receive`() {
    let subject = Subject<Int>()
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
}

/// An object whose release a test observes.
final class Token {}
