import Dispatch
import Signals
import SignalsDispatch
import Synchronization

/// The bridges to and from asynchronous sequences, compared with direct implementations.
let asynchronous: [Contest] = [
  bridge("an element kept for a loop over values") { count in
    var sum = 0
    for await number in Signal.of(contentsOf: 0..<count).values { sum = sum &+ number }
    return sum
  } neighbor: { count in
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for number in 0..<count { continuation.yield(number) }
    continuation.finish()
    var sum = 0
    for await number in stream { sum = sum &+ number }
    return sum
  },
  bridge("an element that a loop over values waits for") { count in
    let subject = Subject<Int>()
    var loop = subject.signal.values.makeAsyncIterator()
    var sum = 0
    for number in 0..<count {
      Task { subject.send(number) }
      sum = sum &+ (await loop.next() ?? 0)
    }
    return sum
  } neighbor: { count in
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    var loop = stream.makeAsyncIterator()
    var sum = 0
    for number in 0..<count {
      Task { continuation.yield(number) }
      sum = sum &+ (await loop.next(isolation: CallingThread.shared) ?? 0)
    }
    return sum
  },
  bridge("an element of an asynchronous sequence", "a loop over it") { count in
    let sum = Sum()
    await withCheckedContinuation { continuation in
      var held: Subscription?
      held = Signal.of(contentsOf: AsyncNumbers(count: count)).subscribe {
        sum.value = sum.value &+ $0
      } end: {
        continuation.resume()
        held = nil
      }
      withExtendedLifetime(held) {}
    }
    return sum.value
  } neighbor: { count in
    let sum = Sum()
    let receive = StoredClosures.sink(sum)
    await Task {
      for await number in AsyncNumbers(count: count) { receive(number) }
    }.value
    return sum.value
  },
]

/// An asynchronous sequence of numbers that never suspends.
private struct AsyncNumbers: AsyncSequence, AsyncIteratorProtocol {
  typealias Failure = Never

  let count: Int
  var next = 0

  func makeAsyncIterator() -> AsyncNumbers { self }

  mutating func next() async -> Int? { await next(isolation: nil) }

  mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
    guard next < count else { return nil }
    next += 1
    return next
  }
}

private func bridge(
  _ name: String, _ neighborName: String = "an AsyncStream by hand",
  ours: @escaping @Sendable @CallingThread (Int) async -> Int,
  neighbor: @escaping @Sendable @CallingThread (Int) async -> Int
) -> Contest {
  Contest(
    name: name, neighborName: neighborName, elements: 2_000,
    ours: { count in CallingThread.run { await ours(count) } },
    neighbor: { count in CallingThread.run { await neighbor(count) } })
}

/// An actor whose code runs in the thread that waits for it, where it is measured.
@globalActor
private actor CallingThread {
  static let shared = CallingThread()

  private static let executor = Executor()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.executor.asUnownedSerialExecutor()
  }

  /// Runs asynchronous code of the actor to its end.
  static func run(_ body: @escaping @Sendable @CallingThread () async -> Int) -> Int {
    let result = Result()
    Task(executorPreference: executor) { result.value = await body() }
    while true {
      if let value = result.value { return value }
      executor.runNext()
    }
  }

  /// The result of the code, once it has ended.
  private final class Result: @unchecked Sendable {
    // Unchecked: only the thread that runs the actor uses it.
    var value: Int?
  }
}

/// Keeps the jobs of an actor until a thread runs them.
private final class Executor: SerialExecutor, TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let ready = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    ready.signal()
  }

  /// Waits for a job, and runs it.
  func runNext() {
    ready.wait()
    let job = jobs.withLock { $0.removeFirst() }
    job.runSynchronously(
      isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
  }
}
