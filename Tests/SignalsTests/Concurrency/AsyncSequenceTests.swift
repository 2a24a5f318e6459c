import Dispatch
import Signals
import SignalsDispatch
import Testing

/// Signals as asynchronous sequences, in the domain of the main actor and of another one, and
/// sequences as signals.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct AsyncSequenceTests {
  private let source = Subject<Int>()

  private func wait(until isTrue: () -> Bool) async {
    while !isTrue() { await Task.yield() }
  }

  @Test func `elements are delivered in order, then the end`() async {
    var iterator = source.signal.values.makeAsyncIterator()
    source.send(1)
    source.send(2)
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    source.send(3)
    source.end()
    #expect(await iterator.next() == 3)
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func `a cancelled task releases the signal in its domain, and gets no more elements`() async
  {
    var releases = 0
    let signal = Signal<Int> { observer, lifetime in
      source.signal.observe(observer, during: lifetime)
      lifetime.onEnd {
        MainActor.preconditionIsolated()
        releases += 1
      }
    }
    var received: [Int] = []
    let loop = Task {
      for await number in signal.values { received.append(number) }
      #expect(releases == 1)
    }
    await wait { source.isObserved }
    source.send(1)
    await wait { received == [1] }
    loop.cancel()
    source.send(2)
    await loop.value
    #expect(received == [1])
    #expect(releases == 1 && !source.isObserved)
  }

  @Test func `a task cancelled before its first request gets nothing`() async {
    let loop = Task {
      var received: [Int] = []
      for await number in source.signal.prepend(0).values { received.append(number) }
      return received
    }
    loop.cancel()
    #expect(await loop.value == [])
    #expect(!source.isObserved)
  }

  @Test func `leaving the loop releases the signal and captures`() async {
    var token: Token? = Token()
    weak let gone = token
    let numbers = source.signal.map { [token] in (token, $0).1 }.prepend(1)
    token = nil
    func first() async -> Int? {
      for await number in numbers.values { return number }
      return nil
    }
    #expect(await first() == 1)
    #expect(!source.isObserved)
    #expect(gone != nil, "the signal retains the token")
  }

  @Test func `a buffer limit keeps the newest or the oldest`() async {
    var newest = source.signal.values(bufferingPolicy: .bufferingNewest(2)).makeAsyncIterator()
    var oldest = source.signal.values(bufferingPolicy: .bufferingOldest(2)).makeAsyncIterator()
    for number in 1...4 { source.send(number) }
    source.end()
    #expect(await [newest.next(), newest.next(), newest.next()] == [3, 4, nil])
    #expect(await [oldest.next(), oldest.next(), oldest.next()] == [1, 2, nil])
  }

  @Test func `elements need not be Sendable`() async {
    final class Row { let number = 7 }
    var iterator = Signal.of(Row()).values.makeAsyncIterator()
    #expect(await iterator.next()?.number == 7)
  }

  private actor Counter {
    private let source = Subject<Int>()

    /// Sends numbers, and returns the last sum of the sequence.
    func sum(upTo count: Int) async -> Int {
      var sum = 0
      var iterator = source.signal.scan(0, +).values.makeAsyncIterator()
      for number in 1...count {
        source.send(number)
        sum = await iterator.next() ?? -1
        preconditionIsolated()
      }
      return sum
    }
  }

  @Test func `another actor can be the domain`() async {
    #expect(await Counter().sum(upTo: 100) == 5050)
  }

  @Test func `cancels from other threads work at any time`() async {
    for _ in 0..<100 {
      let source = Subject<Int>()
      let loop = Task {
        var count = 0
        for await _ in source.signal.values { count += 1 }
        return count
      }
      let canceller = Task.detached { loop.cancel() }
      for number in 0..<5 {
        source.send(number)
        await Task.yield()
      }
      await canceller.value
      _ = await loop.value
      #expect(!source.isObserved)
    }
  }

  // MARK: Sequences as signals

  @Test func `elements of a sequence arrive in the domain, then the end`() async {
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

  @Test func `a cancel releases the receiver of a sequence at once, and cancels the task`() async {
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

  @Test func `the failure of a sequence is the last element`() async {
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
}

struct InletTests {
  private let queue = DispatchQueue(label: "domain")

  @Test func `elements and the end arrive in order, after the send returns`() {
    let subject = Subject<Int>()
    var log: [String] = []
    let subscription = subject.signal.subscribe {
      log.append("\($0)")
    } end: {
      log.append("end")
    }
    let inlet = Inlet(to: subject, on: queue)
    queue.sync {
      inlet.send(1)
      #expect(log.isEmpty)
    }
    inlet.send(2)
    inlet.send(3)
    inlet.end()
    inlet.send(4)
    queue.sync {}
    #expect(log == ["1", "2", "3", "end"])
    #expect(!subscription.isActive)
  }

  @Test func `an inlet does not retain its subject, and drops later elements`() {
    var subject: Subject<Int>? = Subject()
    weak let gone = subject
    var received: [Int] = []
    let inlet = subject.map { Inlet(to: $0, on: queue) }
    let subscription = subject?.signal.subscribe { received.append($0) }
    inlet?.send(1)
    queue.sync {}
    subscription?.cancel()
    subject = nil
    #expect(gone == nil)
    inlet?.send(2)
    inlet?.end()
    queue.sync {}
    #expect(received == [1])
  }
}

/// A screen on the main actor, like in a program.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct DomainTests {
  private final class Screen {
    let keys = Subject<Character>()
    private let scheduler = DispatchScheduler(queue: .main)
    private(set) var shown = ""
    private var subscriptions: [Subscription] = []

    init(whenDone done: @escaping () -> Void) {
      let cursor = Signal.interval(.milliseconds(1), on: scheduler).map { _ in Character("_") }
      subscriptions.append(
        keys.signal.map { _ in cursor.prefix(2) }.switchToLatest().merge(with: keys.signal)
          .subscribe { [unowned self] character in
            shown.append(character)
            if shown.count == 3 { done() }
          })
    }
  }

  @Test func `a class of the main actor holds signals, timers and an inlet`() async {
    var screen: Screen?
    await withCheckedContinuation { continuation in
      let made = Screen { continuation.resume() }
      screen = made
      Self.press(["a"], Inlet(to: made.keys))
    }
    #expect(screen?.shown == "a__")
  }

  private nonisolated static func press(_ keys: [Character], _ inlet: Inlet<Character>) {
    DispatchQueue.global().async { for key in keys { inlet.send(key) } }
  }
}
