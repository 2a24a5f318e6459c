import Signals
import Testing

/// Properties of all operators at a cancel or at the end of the source.
struct ReleaseTests {
  private let source = Subject<Int>()
  private let scheduler = VirtualScheduler()

  @Test(arguments: Operator.allCases, [false, true])
  func `a cancel or the end releases upstream and captures at once`(kind: Operator, ends: Bool) {
    var token: Token? = Token()
    weak let gone = token
    let subscription = kind.over(source.signal.map { [token] in (token, $0).1 }, on: scheduler)
      .subscribe { [token] _ in withExtendedLifetime(token) {} }
    token = nil
    source.send(1)
    #expect(source.isObserved && gone != nil)
    if ends {
      source.end()
      scheduler.run()
    } else {
      subscription.cancel()
    }
    #expect(!source.isObserved && scheduler.next == nil)
    #expect(gone == nil)
    #expect(!subscription.isActive)
  }

  @Test(arguments: Operator.passing)
  func `cancelling from within the receive releases upstream before it returns`(kind: Operator) {
    var received: [Int] = []
    var subscription: Subscription?
    subscription = kind.over(source.signal, on: scheduler).subscribe { number in
      received.append(number)
      subscription?.cancel()
      #expect(!source.isObserved)
    }
    source.send(1)
    scheduler.run()
    source.send(2)
    scheduler.run()
    #expect(received == [1])
    #expect(scheduler.next == nil)
  }

  @Test(arguments: Operator.passing)
  func `a send from within the receive is received after it, in order`(kind: Operator) {
    var received: [Int] = []
    let subscription = kind.over(source.signal, on: scheduler).subscribe { number in
      received.append(number)
      if number < 5 { source.send(number + 1) }
    }
    source.send(1)
    scheduler.run()
    #expect(received == [1, 2, 3, 4, 5])
    subscription.cancel()
  }

  @Test(arguments: Operator.passing)
  func `an end within a receive is received after it, and is the last`(kind: Operator) {
    var log: [String] = []
    let subscription = kind.over(source.signal, on: scheduler).subscribe { number in
      source.end()
      source.send(9)
      log.append("\(number)")
    } end: {
      log.append("end")
    }
    source.send(1)
    scheduler.run()
    #expect(log == ["1", "end"])
    subscription.cancel()
  }

  @Test func `timed signals cancelled within a receive release their alarm`() {
    let signals = [
      Signal.interval(.frames(1), on: scheduler),
      Signal.timer(after: .frames(1), on: scheduler).map { 0 },
      Signal.timer(at: .frames(1), on: scheduler).map { 0 },
      Signal.of(0, 1).delay(.frames(1), on: scheduler),
    ]
    for signal in signals {
      var count = 0
      var subscription: Subscription?
      subscription = signal.subscribe { _ in
        count += 1
        subscription?.cancel()
        #expect(scheduler.next == nil)
      }
      scheduler.run()
      #expect(count == 1)
    }
  }

  /// Signals that end before their source, at an element or the end of `stop` or at a timeout.
  private func endedEarly(
    _ source: Signal<Int>, by stop: Subject<Int>
  ) -> [(name: String, signal: Signal<Int>)] {
    [
      ("first", source.merge(with: stop.signal).first()),
      ("first(where:)", source.merge(with: stop.signal).first { $0 == 7 }),
      ("prefix", source.merge(with: stop.signal).prefix { $0 < 7 }),
      ("prefix(untilOutputFrom:)", source.prefix(untilOutputFrom: stop.signal)),
      ("zip", source.zip(stop.signal.prefix(1)).map(\.0)),
      ("zip of three", source.zip(source, stop.signal.prefix(1)).map(\.0)),
      ("drop(untilOutputFrom:)", source.drop(untilOutputFrom: stop.signal.filter { _ in false })),
      ("withLatest", source.withLatest(from: stop.signal.filter { _ in false }).map(\.0)),
      ("timeout", source.timeout(.frames(2), scheduler: scheduler)),
      (
        "timeout(customError:)",
        source.map(Result<Int, Probe.Fault>.success)
          .timeout(.frames(2), scheduler: scheduler) { Probe.Fault() }
          .replaceErrors(with: 0)
      ),
    ]
  }

  @Test func `a signal that ends before its source releases the source and its captures`() {
    for index in 0..<endedEarly(.never, by: Subject()).count {
      let (source, stop) = (Subject<Int>(), Subject<Int>())
      var token: Token? = Token()
      weak let gone = token
      var name = ""
      let subscription = {
        let ended = endedEarly(source.signal.map { [token] in (token, $0).1 }, by: stop)[index]
        name = ended.name
        return ended.signal.subscribe { [token] _ in withExtendedLifetime(token) {} }
      }()
      token = nil
      #expect(source.isObserved && gone != nil, "\(name)")
      if name.contains("zip") { source.send(1) }
      if !name.contains("timeout") { stop.send(7) }
      if subscription.isActive && !name.contains("timeout") { stop.end() }
      scheduler.run()
      #expect(!subscription.isActive, "\(name)")
      #expect(!source.isObserved && scheduler.next == nil, "\(name)")
      #expect(gone == nil, "\(name)")
    }
  }

  /// Operators that send an element at their end.
  private static let endingWithElement:
    [(name: String, over: @Sendable (Signal<Int>, VirtualScheduler) -> Signal<Int>)] = [
      ("first()", { source, _ in source.first() }),
      ("first(where:)", { source, _ in source.first { $0 == 2 } }),
      ("prefix", { source, _ in source.prefix(2) }),
      ("collect", { source, _ in source.collect().map(\.count) }),
      ("collect(3)", { source, _ in source.collect(3).map(\.count) }),
      ("reduce", { source, _ in source.reduce(0, +) }),
      ("zip", { source, _ in source.zip(.of(1, 2)).map(\.0) }),
      ("debounce", { $0.debounce(for: .frames(3), scheduler: $1) }),
      ("throttle", { $0.throttle(for: .frames(4), scheduler: $1, latest: true) }),
    ]

  @Test(arguments: endingWithElement)
  func `source and alarm are released before the last element`(
    name: String, over make: @Sendable (Signal<Int>, VirtualScheduler) -> Signal<Int>
  ) {
    var isHeld = false
    let held = Signal<Int> { observer, lifetime in
      isHeld = true
      lifetime.onEnd { isHeld = false }
      source.signal.observe(observer, during: lifetime)
    }
    var isReleased: [Bool] = []
    let subscription = make(held, scheduler).subscribe { _ in
      isReleased.append(!isHeld && scheduler.next == nil)
    }
    source.send(1)
    source.send(2)
    source.end()
    #expect(isReleased.last == true && isReleased.dropLast().allSatisfy { !$0 })
    #expect(!subscription.isActive)
  }

  @Test func `an interval, a timer and a relay retain nothing after a cancel`() {
    let relay = Relay(0)
    for signal in [
      Signal.interval(.frames(1), on: scheduler),
      Signal.timer(after: .frames(1), on: scheduler).map { 0 },
      Signal.lasting(on: scheduler) { (0, .frames(1)) }, relay.signal,
    ] {
      var token: Token? = Token()
      weak let gone = token
      let subscription = signal.subscribe { [token] _ in withExtendedLifetime(token) {} }
      token = nil
      #expect(gone != nil)
      subscription.cancel()
      #expect(gone == nil)
      #expect(scheduler.next == nil)
    }
    #expect(!relay.isObserved)
  }
}
