import Signals
import SignalsDispatch
import Testing

/// Asynchronous sequences as signals.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct OfAsyncSequenceTests {
  private func wait(until isTrue: () -> Bool) async {
    while !isTrue() { await Task.yield() }
  }

  @Test func `elements arrive in the domain, then the end`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var log: [String] = []
    let subscription = Signal.of(contentsOf: stream).map { $0 * 2 }.subscribe {
      MainActor.preconditionIsolated()
      log.append("\($0)")
    } end: {
      log.append("end")
    }
    #expect(log == [])
    Task.detached {
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    await wait { !subscription.isActive }
    #expect(log == ["2", "4", "6", "end"])
  }

  @Test func `a cancel releases the receiver at once, and cancels the task`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var token: Token? = Token()
    weak let gone = token
    var received: [Int] = []
    let subscription = Signal.of(contentsOf: stream).subscribe { [token] number in
      withExtendedLifetime(token) { received.append(number) }
    }
    token = nil
    continuation.yield(1)
    await wait { received == [1] }
    let terminated = AsyncStream.makeStream(of: Void.self)
    continuation.onTermination = { _ in terminated.continuation.finish() }
    subscription.cancel()
    #expect(gone == nil)
    continuation.yield(2)
    for await _ in terminated.stream {}
    #expect(received == [1])
  }

  @Test func `a failure is the last element`() async {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    var log: [String] = []
    let subscription = Signal.of(contentsOf: stream).subscribe { result in
      switch result {
      case .success(let number): log.append("\(number)")
      case .failure(let error): log.append("\(error)")
      }
    } end: {
      log.append("end")
    }
    continuation.yield(1)
    continuation.finish(throwing: Probe.Fault())
    await wait { !subscription.isActive }
    #expect(log == ["1", "x", "end"])
  }

  @Test func `a round trip loses nothing`() async {
    let source = Subject<Int>()
    let numbers = source.signal.values
    var received: [Int] = []
    let subscription = Signal.of(contentsOf: numbers).subscribe { received.append($0) }
    await wait { source.isObserved }
    for number in 0..<100 { source.send(number) }
    source.end()
    await wait { !subscription.isActive }
    #expect(received == Array(0..<100))
  }
}
