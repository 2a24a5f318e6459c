import Signals
import Testing

/// Operators over one signal that transform, fold or limit elements, add some, or retry.
struct TransformingTests {
  private let source = Subject<Int>()
  private let marbles = MarbleTest()

  @Test func `an element is not received if its transform cancels`() {
    var subscription: Subscription?
    var received: [Int] = []
    subscription = source.signal
      .map { number in
        if number == 2 { subscription?.cancel() }
        return number
      }
      .subscribe { received.append($0) }
    for number in 1...3 { source.send(number) }
    #expect(received == [1])
    #expect(!source.isObserved)
  }

  @Test func `an element equal to the previous one is dropped`() {
    marbles.expect(marbles.hot("a-a-b-b-a|").signal.removeDuplicates(), gives: "a---b---a|")
  }

  @Test func `a signal that ends on subscribing repeats without growing the stack`() {
    var sum = 0
    let subscription = Signal.of(1).repeated().prefix(100_000).subscribe { sum += $0 }
    #expect(sum == 100_000)
    #expect(!subscription.isActive)
  }

  @Test func `a cancel at the last element of a run prevents the next run`() {
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

  @Test func `a receiver that cancels at the result gets no end`() {
    var log: [String] = []
    var subscription: Subscription?
    subscription = source.signal.reduce(0, +).subscribe {
      log.append("\($0)")
      subscription?.cancel()
    } end: {
      log.append("end")
    }
    source.send(1)
    source.end()
    #expect(log == ["1"])
  }

  @Test func `a prefix of zero, and repeated zero times, end at once without subscribing`() {
    for none in [{ $0.prefix(0) }, { $0.repeated(0) }] as [(Signal<String>) -> Signal<String>] {
      let marbles = MarbleTest()
      let source = marbles.cold("a|")
      marbles.expect(none(source.signal), gives: "|")
      source.expectSubscriptions()
    }
  }

  @Test func `an element sent within the last receive is not received`() {
    let (first, second) = (Subject<Int>(), Subject<Int>())
    var received: [Int] = []
    let subscription = Signal.merge(first.signal, second.signal)
      .map { number in
        if number == 1 { second.send(2) }
        return number
      }
      .prefix(1)
      .repeated(1)
      .subscribe { received.append($0) }
    first.send(1)
    #expect(received == [2])
    #expect(!subscription.isActive)
  }

  @Test func `dropFirst drops one element by default`() {
    marbles.expect(marbles.cold("a-b|").signal.dropFirst(), gives: "--b|")
  }

  @Test func `prepended elements are sent on subscribing, before those of the signal`() {
    let source = marbles.cold("-a-b|")
    marbles.expect(source.signal.prepend("x", "y"), during: "--^", gives: "--(xy)a-b|")
    source.expectSubscriptions("--^---!")
  }

  @Test func `appended elements are sent at the end, in order`() {
    marbles.expect(marbles.cold("a--b|").signal.append("x", "y"), gives: "a--b(xy|)")
  }

  @Test func `a signal appended to itself a million times does not grow the stack`() {
    var runs = 0
    func again() -> Signal<Int> {
      .deferred {
        runs += 1
        return runs < 1_000_000 ? Signal.of(runs).append(again()) : .of(runs)
      }
    }
    var last = 0
    let subscription = again().subscribe { last = $0 }
    #expect(last == 1_000_000)
    #expect(!subscription.isActive)
  }

  @Test func `a cancel within the first appended element drops the others`() {
    var received: [String] = []
    let source = Subject<String>()
    var subscription: Subscription?
    subscription = source.signal.append("x", "y").subscribe { element in
      received.append(element)
      subscription?.cancel()
    }
    source.end()
    #expect(received == ["x"])
  }

  @Test func `the next signal runs after this one has ended and is released`() {
    let (first, next) = (marbles.cold("a--b|"), marbles.cold("--c-d|"))
    marbles.expect(first.signal.append(next.signal), gives: "a--b--c-d|")
    first.expectSubscriptions("^---!")
    next.expectSubscriptions("----^----!")
  }

  private func logged(_ source: Signal<Int>, _ log: @escaping (String) -> Void) -> Signal<Int> {
    source.handleEvents {
      log("subscribed")
    } receiveOutput: {
      log("output \($0)")
    } receiveCompletion: {
      log("completion")
    } receiveCancel: {
      log("cancel")
    }
  }

  @Test func `the closures run before the receiver`() {
    var log: [String] = []
    let signal = logged(source.signal) { log.append($0) }
    #expect(log == [])
    let subscription = signal.subscribe {
      log.append("\($0)")
    } end: {
      log.append("end")
    }
    source.send(1)
    source.end()
    subscription.cancel()
    #expect(log == ["subscribed", "output 1", "1", "completion", "end"])
  }

  @Test func `the cancel closure runs once, when upstream is released`() {
    var log: [String] = []
    let subscription = logged(source.signal) { event in
      log.append(event)
      if event == "cancel" { #expect(!source.isObserved) }
    }.subscribe { _ in }
    subscription.cancel()
    subscription.cancel()
    #expect(log == ["subscribed", "cancel"])
  }

  @Test func `an operator that ends early cancels`() {
    var log: [String] = []
    let subscription = logged(.of(1, 2)) { log.append($0) }.first().subscribe { _ in }
    #expect(log == ["subscribed", "output 1", "cancel"])
    subscription.cancel()
  }

  @Test func `after a cancel within a closure the receiver does not get the element`() {
    var received: [Int] = []
    var mapped: [Int] = []
    var subscription: Subscription?
    subscription = source.signal
      .handleEvents(receiveOutput: { if $0 == 2 { subscription?.cancel() } })
      .map { number in
        mapped.append(number)
        return number
      }
      .subscribe { received.append($0) }
    source.send(1)
    source.send(2)
    #expect(received == [1] && mapped == [1])
  }

  @Test func `a million failures on subscribing do not grow the stack`() {
    var failures = 0
    func attempt() -> Signal<Int> {
      Signal<Result<Int, Probe.Fault>>
        .deferred {
          guard failures < 1_000_000 else { return .of(.success(failures)) }
          failures += 1
          return .of(.failure(Probe.Fault()))
        }
        .catch { _ in attempt() }
    }
    var received: [Int] = []
    let subscription = attempt().subscribe { received.append($0) }
    #expect(received == [1_000_000])
    #expect(!subscription.isActive)
  }

  @Test func `a million failures that follow a send do not grow the stack`() {
    let source = Subject<Result<Int, Probe.Fault>>()
    var failures = 0
    func attempt() -> Signal<Int> {
      failures += 1
      guard failures < 1_000_000 else { return .of(7) }
      return Signal<Result<Int, Probe.Fault>>.of(.failure(Probe.Fault())).catch { _ in attempt() }
    }
    var received: [Int] = []
    let subscription = source.signal.catch { _ in attempt() }.subscribe { received.append($0) }
    source.send(.failure(Probe.Fault()))
    #expect(received == [7])
    #expect(!subscription.isActive && !source.isObserved)
  }

  @Test func `a handler that cancels ends the attempts`() {
    var subscription: Subscription?
    var attempts = 0
    func attempt(_ source: Signal<Result<Int, Probe.Fault>>) -> Signal<Int> {
      source.catch { _ in
        attempts += 1
        if attempts == 3 { subscription?.cancel() }
        return attempt(.of(.failure(Probe.Fault())))
      }
    }
    let source = Subject<Result<Int, Probe.Fault>>()
    subscription = attempt(source.signal).subscribe { _ in }
    source.send(.failure(Probe.Fault()))
    #expect(attempts == 3)
  }

  @Test func `a cancel within a run ends the loop`() {
    var runs = 0
    var subscription: Subscription?
    let source = Signal<Result<Int, Probe.Fault>> { observer, _ in
      runs += 1
      observer.receive(.success(runs))
      observer.receive(.failure(Probe.Fault()))
    }
    let trigger = Subject<Void>()
    subscription = trigger.signal.flatMap { source.retry() }.subscribe { number in
      if number == 5 { subscription?.cancel() }
    }
    trigger.send(())
    #expect(runs == 5)
  }

  @Test func `a million retries on subscribing do not grow the stack`() {
    var runs = 0
    let source = Signal<Result<Int, Probe.Fault>> { observer, _ in
      runs += 1
      observer.receive(runs > 1_000_000 ? .success(runs) : .failure(Probe.Fault()))
    }
    var received: [Int] = []
    let subscription = source.retry().subscribe { received.append($0) }
    #expect(received == [1_000_001])
    subscription.cancel()
  }

  @Test func `failures sent within a delivery do not grow the stack`() {
    let source = Subject<Result<Int, Probe.Fault>>()
    var (runs, received) = (0, 0)
    let subscription = source.signal.handleEvents(receiveSubscription: { runs += 1 }).retry(2_000)
      .subscribe { result in
        guard case .success(let number) = result else { return }
        received = number
      }
    let loop = source.signal.subscribe { result in
      guard case .failure = result, runs <= 2_000 else { return }
      source.send(.failure(Probe.Fault()))
    }
    source.send(.failure(Probe.Fault()))
    source.send(.success(7))
    #expect(runs == 2_001)
    #expect(received == 7)
    withExtendedLifetime((subscription, loop)) {}
  }
}
