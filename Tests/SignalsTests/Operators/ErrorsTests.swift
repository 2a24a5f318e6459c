import Signals
import Testing

struct ErrorsTests {
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
    let subscription = source.signal.handleEvents(receiveSubscription: { runs += 1 })
      .retry(2_000)
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
