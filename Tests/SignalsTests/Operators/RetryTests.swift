import Signals
import Testing

struct RetryTests {
  private let marbles = MarbleTest()

  @Test func `at a failure the signal is released and restarted`() {
    let source = marbles.cold("a-x-b")
    marbles.expect(
      source.results.retry(1).replaceErrors(with: "f"), during: "^-------!", gives: "a-a-f-b--")
    source.expectSubscriptions("^-!", "--^-----!")
  }

  @Test func `without retries nothing changes`() {
    marbles.expect(
      marbles.cold("a-x-b|").results.retry(0).replaceErrors(with: "f"), gives: "a-f-b|")
  }

  @Test func `retry without a number restarts until the end`() {
    var runs = 0
    let source = Signal<Result<String, Probe.Fault>>.deferred { [marbles] in
      runs += 1
      return marbles.cold(runs < 4 ? "-ax" : "-b|").results
    }
    marbles.expect(source.retry(), gives: "-a-a-a-b|")
    #expect(runs == 4)
  }

  @Test func `a subject continues after a failure`() {
    let source = marbles.hot("a-x-b-x-c|")
    marbles.expect(source.results.retry(), gives: "a---b---c|")
    source.expectSubscriptions("^-!", "--^---!", "------^--!")
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

  @Test func `a million failures on subscribing do not grow the stack`() {
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
