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
  func `cancelling within a receive releases both sources before it returns`(joining: Joining) {
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
  func `cancelling releases both sources and captures`(joining: Joining) {
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
  func `a source is released at its end, if the other continues`(joining: Joining, isFirst: Bool) {
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

  @Test(
    arguments: [
      (.merge, ["a1"], "b2", [1, 2]), (.combineLatest, ["b1", "a2"], "b3", [21, 23]),
      (.withLatest, ["b1", "a2", "a4"], "b3", [21, 43]),
      (.sample, ["a1", "b2", "b4"], "a3", [1, 3]),
      (.flatMap, ["a1", "b2", "b4"], "a3", [12, 14, 34]),
      (.switchToLatest, ["a1", "b2", "b4"], "a3", [12, 34]),
      (.catch, ["a1", "b2", "b4"], "a3", [2, 4]),
    ] as [(Joining, [String], String, [Int])])
  func `an element sent within the first receive is joined with the newest, or with the next`(
    joining: Joining, sent: [String], within: String, gives expected: [Int]
  ) {
    var received: [Int] = []
    let subscription = joining.over(a.signal, b.signal).subscribe { number in
      received.append(number)
      if received.count == 1 { send(within) }
    }
    for name in sent { send(name) }
    subscription.cancel()
    #expect(received == expected)
  }

  private func send(_ name: String) {
    (name.hasPrefix("a") ? a : b).send(Int(name.dropFirst()) ?? 0)
  }
}

/// The operators that join two sources, for tests in which both are active.
enum Joining: String, CaseIterable {
  case merge, combineLatest, combineLatestArray, zip, withLatest, sample, flatMap, switchToLatest,
    `catch`

  /// The operator over two sources; joined elements have tens from `a` and ones from `b`.
  func over(_ a: Signal<Int>, _ b: Signal<Int>) -> Signal<Int> {
    switch self {
    case .merge: a.merge(with: b)
    case .combineLatest: a.combineLatest(b).map { 10 * $0 + $1 }
    case .combineLatestArray: .combineLatest([a, b]).map { 10 * $0[0] + $0[1] }
    case .zip: a.zip(b).map { 10 * $0 + $1 }
    case .withLatest: a.withLatest(from: b).map { 10 * $0 + $1 }
    case .sample: a.sample(on: b)
    case .flatMap: a.flatMap { tens in b.map { 10 * tens + $0 } }
    case .switchToLatest: a.map { tens in b.map { 10 * tens + $0 } }.switchToLatest()
    case .catch: a.map { _ in Result<Int, Probe.Fault>.failure(.init()) }.catch { _ in b }
    }
  }
}
