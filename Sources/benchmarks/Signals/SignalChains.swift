import CAllocations
import Glibc
import Signals
import Text

/// Compares signals with stored closures: elements, then subscriptions.
///
/// Both sides begin with a list of receivers: a subject, and an array of closures.
func signals(_ bench: Bench) -> [Figure] { contests.map(figure) }

let contests: [Contest] =
  chains + joins + innerSignals + sharing + values + timed + subscriptions + asynchronous

func figure(_ contest: Contest) -> Figure {
  let outcome = contest.run()
  let reason = contest.reason.map { " (\($0))" } ?? ""
  return Figure(
    what: "\(contest.name); \(contest.neighborName)\(reason)",
    ours: outcome.ours.text, neighbor: outcome.neighbor.text,
    ratio: outcome.ratio, target: contest.reason == nil ? .atMost(2) : .none)
}

/// Elements of a subject through an operator, compared with a closure.
func chain(
  _ name: String, _ make: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
  _ neighbor: @escaping @Sendable (@escaping (Int) -> Void) -> (Int) -> Void
) -> Contest {
  Contest(
    name: "an element through \(name)",
    ours: { count in
      let source = Subject<Int>()
      let sum = Sum()
      let subscription = make(source.signal).subscribe { sum.value = sum.value &+ $0 }
      for number in 0..<count { source.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let source = StoredClosures.list(neighbor(StoredClosures.sink(sum)))
      for number in 0..<count { source(number) }
      return sum.value
    })
}

/// Elements through an operator that sends one element at the end.
private func folded(
  _ name: String, _ make: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
  _ neighbor:
    @escaping @Sendable (@escaping (Int) -> Void) -> (element: (Int) -> Void, end: () -> Void)
) -> Contest {
  Contest(
    name: "an element through \(name)",
    ours: { count in
      let source = Subject<Int>()
      let sum = Sum()
      let subscription = make(source.signal).subscribe { sum.value = sum.value &+ $0 }
      for number in 0..<count { source.send(number) }
      source.end()
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let (element, end) = neighbor(StoredClosures.sink(sum))
      let source = StoredClosures.list(element)
      for number in 0..<count { source(number) }
      end()
      return sum.value
    })
}

struct NoFailure: Error {}

private let chains: [Contest] = [
  Contest(
    name: "an element through map-filter-scan",
    neighborName: "stored closures, called directly",
    reason: "about half of it is the subject's list of receivers",
    ours: { count in
      let source = Subject<Int>()
      let sum = Sum()
      let subscription = source.signal
        .map { $0 &* 3 }.filter { $0 & 1 == 0 }.scan(0) { $0 &+ $1 }
        .subscribe { sum.value = sum.value &+ $0 }
      for number in 0..<count { source.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let source = StoredClosures.map(
        StoredClosures.filter(StoredClosures.scan(StoredClosures.sink(sum))))
      for number in 0..<count { source(number) }
      return sum.value
    }),
  chain("nothing", { $0 }, { $0 }),
  chain("map", { $0.map { $0 &* 3 } }, StoredClosures.map),
  chain("compactMap", { $0.compactMap { $0 & 1 == 0 ? $0 : nil } }, StoredClosures.filter),
  chain("filter", { $0.filter { $0 & 1 == 0 } }, StoredClosures.filter),
  chain("scan", { $0.scan(0) { $0 &+ $1 } }, StoredClosures.scan),
  chain(
    "map-filter-scan",
    { $0.map { $0 &* 3 }.filter { $0 & 1 == 0 }.scan(0) { $0 &+ $1 } },
    { StoredClosures.map(StoredClosures.filter(StoredClosures.scan($0))) }),
  chain(
    "prepend", { $0.prepend(1) },
    { next in
      next(1)
      return next
    }),
  chain("prefix", { $0.prefix(.max) }, StoredClosures.prefix),
  chain("prefix(while:)", { $0.prefix { $0 >= 0 } }, StoredClosures.prefixWhile),
  chain(
    "first(where:)", { $0.first { $0 < 0 } }, StoredClosures.firstWhere),
  chain("dropFirst", { $0.dropFirst(10) }, StoredClosures.dropFirst),
  chain("drop(while:)", { $0.drop { $0 < 10 } }, StoredClosures.dropWhile),
  chain("append", { $0.append() }, { $0 }),
  chain(
    "handleEvents",
    { signal in
      let seen = Sum()
      return signal.handleEvents(receiveOutput: { seen.value = $0 })
    },
    StoredClosures.handleEvents),
  chain(
    "collect(10)", { $0.collect(10).map { $0[0] &+ $0.count } }, StoredClosures.collect),
  folded("reduce", { $0.reduce(0, &+) }, StoredClosures.reduce),
  folded(
    "collect()", { $0.collect().map { $0.count &+ ($0.last ?? 0) } }, StoredClosures.collectAll),
  chain(
    "removeDuplicates", { $0.map { $0 >> 1 }.removeDuplicates() }, StoredClosures.removeDuplicates),
  chain(
    "currentAndPrevious",
    { $0.currentAndPrevious().map { $0.current &- ($0.previous ?? 0) } },
    StoredClosures.currentAndPrevious),
  chain("repeated", { $0.repeated() }, { $0 }),
  chain("deferred", { signal in .deferred { signal } }, { $0 }),
  chain(
    "replaceErrors",
    { $0.map(Result<Int, NoFailure>.success).replaceErrors(with: 0) }, StoredClosures.pass),
  chain(
    "catch",
    { $0.map(Result<Int, NoFailure>.success).catch { _ in .empty } }, StoredClosures.pass),
  chain(
    "retry", { $0.map(Result<Int, NoFailure>.success).retry() },
    { StoredClosures.succeed(StoredClosures.retry($0)) }),
]

/// Two ways to do the same work, timed in turn within one run.
struct Contest: Sendable {
  let name: String
  var neighborName = "stored closures"
  /// The number of elements or subscriptions in a round.
  var elements = 100_000
  var rounds = 31
  /// The reason why it may cost more than twice as much as its neighbor.
  var reason: String?
  /// Both do the work for a number of elements and return a checksum, which must be the same.
  let ours: @Sendable (Int) -> Int
  let neighbor: @Sendable (Int) -> Int

  /// The cost of an element: the median processor time of the thread, and the allocations.
  struct Cost {
    var nanoseconds: Double
    var allocations: Double

    var text: String { "\(nanoseconds.hundredths) ns, \(allocations.hundredths) allocations" }
  }

  /// The cost of both, and the median of the rounds' ratios.
  struct Outcome {
    let ours: Cost
    let neighbor: Cost
    let ratio: Double
  }

  /// Runs both in alternating order, with one more round at the start to warm up.
  func run() -> Outcome {
    var (own, other): ([Cost], [Cost]) = ([], [])
    for round in 0...rounds {
      let oursFirst = round.isMultiple(of: 2)
      let first = measure(oursFirst ? ours : neighbor)
      let second = measure(oursFirst ? neighbor : ours)
      precondition(first.checksum == second.checksum, "\(name): the two do not do the same.")
      guard round > 0 else { continue }
      own.append(oursFirst ? first.cost : second.cost)
      other.append(oursFirst ? second.cost : first.cost)
    }
    return Outcome(
      ours: median(own), neighbor: median(other),
      ratio: median(zip(own, other).map { $0.nanoseconds / $1.nanoseconds }))
  }

  private func measure(_ work: (Int) -> Int) -> (cost: Cost, checksum: Int) {
    let before = allocations_made()
    let start = processorTime
    let checksum = work(elements)
    let spent = processorTime - start
    let made = allocations_made() - before
    let cost = Cost(
      nanoseconds: spent / .nanoseconds(1) / Double(elements),
      allocations: Double(made) / Double(elements))
    return (cost, checksum)
  }

  private var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private func median(_ costs: [Cost]) -> Cost {
    Cost(
      nanoseconds: median(costs.map(\.nanoseconds)), allocations: median(costs.map(\.allocations)))
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
