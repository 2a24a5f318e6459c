import Signals
import Testing

struct CatchTests {
  @Test func `the first failure switches to another signal`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a--x--b|")
    let other = marbles.cold("-c-d|")
    marbles.expect(source.results.catch { _ in other.signal }, gives: "a---c-d|")
    source.expectSubscriptions("^--!")
    other.expectSubscriptions("---^---!")
  }

  @Test func `without a failure the handler is not called`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a-b|")
    let other = marbles.cold("c|")
    marbles.expect(source.results.catch { _ in other.signal }, gives: "a-b|")
    other.expectSubscriptions()
  }

  @Test func `cancelling releases the handler's signal`() {
    let marbles = MarbleTest()
    let other = marbles.cold("-c-d|")
    marbles.expect(
      marbles.hot("a-x").results.catch { _ in other.signal }, during: "^---!", gives: "a--c---")
    other.expectSubscriptions("--^-!")
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
}
