import Signals
import Testing

/// Properties of the operators that join two sources, while both are active.
struct JoiningTests {
  private let a = Subject<Int>()
  private let b = Subject<Int>()

  /// Sends enough elements for an output of every operator.
  private func sendAll() {
    b.send(1)
    a.send(2)
    b.send(3)
    a.send(4)
  }

  @Test(arguments: Joining.allCases)
  func `cancelling from within the receive releases both sources before it returns`(
    of joining: Joining
  ) {
    var count = 0
    var subscription: Subscription?
    subscription = joining.over(a.signal, b.signal).subscribe { _ in
      count += 1
      #expect(b.isObserved && a.isObserved == (joining != .catch))
      subscription?.cancel()
      #expect(!a.isObserved && !b.isObserved)
    }
    sendAll()
    #expect(count == 1)
  }

  @Test(arguments: Joining.allCases)
  func `cancelling releases both sources and captures`(of joining: Joining) {
    var token: Token? = Token()
    weak let gone = token
    let subscription = joining.over(
      a.signal.map { [token] in (token, $0).1 }, b.signal.map { [token] in (token, $0).1 }
    )
    .subscribe { _ in }
    token = nil
    sendAll()
    #expect(gone != nil)
    subscription.cancel()
    #expect(!a.isObserved && !b.isObserved)
    #expect(gone == nil)
  }

  @Test(arguments: Joining.allCases, [true, false])
  func `a source is released at its end, even if the other one continues`(
    of joining: Joining, isFirst: Bool
  ) {
    let source = isFirst ? a : b
    var held = 0
    let counted = Signal<Int> { observer, lifetime in
      held += 1
      lifetime.onEnd { held -= 1 }
      source.signal.observe(observer, during: lifetime)
    }
    let subscription = joining.over(isFirst ? counted : a.signal, isFirst ? b.signal : counted)
      .subscribe { _ in }
    sendAll()
    #expect((held > 0) == (joining != .catch || !isFirst))
    source.end()
    #expect(held == 0)
    subscription.cancel()
  }

  @Test func `merge sends elements of the other signal within a receive`() {
    #expect(received(.merge, b, 2) { a.send(1) } == [1, 2])
  }

  @Test func `combineLatest combines an element sent within a receive with the newest`() {
    let all = received(.combineLatest, b, 3) {
      b.send(1)
      a.send(2)
    }
    #expect(all == [21, 23])
  }

  @Test func `withLatest uses an element sent within a receive at the next element`() {
    let all = received(.withLatest, b, 3) {
      b.send(1)
      a.send(2)
      a.send(4)
    }
    #expect(all == [21, 43])
  }

  @Test func `sample uses an element sent within a receive at the next trigger`() {
    let all = received(.sample, a, 3) {
      a.send(1)
      b.send(2)
      b.send(4)
    }
    #expect(all == [1, 3])
  }

  @Test func `flatMap runs a signal sent within a receive`() {
    let all = received(.flatMap, a, 3) {
      a.send(1)
      b.send(2)
      b.send(4)
    }
    #expect(all == [12, 14, 34])
  }

  @Test func `switchToLatest switches to a signal sent within a receive`() {
    let all = received(.switchToLatest, a, 3) {
      a.send(1)
      b.send(2)
      b.send(4)
    }
    #expect(all == [12, 34])
  }

  @Test func `catch receives nothing from a failed signal`() {
    let all = received(.catch, a, 3) {
      a.send(1)
      b.send(2)
      b.send(4)
    }
    #expect(all == [2, 4])
  }

  /// The elements of an operator, if the receiver sends an element to a source at the first one.
  private func received(
    _ joining: Joining, _ source: Subject<Int>, _ element: Int, sends: () -> Void
  ) -> [Int] {
    var received: [Int] = []
    let subscription = joining.over(a.signal, b.signal).subscribe { number in
      received.append(number)
      if received.count == 1 { source.send(element) }
    }
    sends()
    subscription.cancel()
    return received
  }
}
