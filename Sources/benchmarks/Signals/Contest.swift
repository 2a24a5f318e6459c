import CAllocations
import Glibc
import Text

/// Two ways to do the same work, timed in turn within one run.
struct Contest: Sendable {
  let name: String
  var neighborName = "stored closures"
  /// For how many elements or subscriptions the work is done in a round.
  var elements = 100_000
  var rounds = 31
  /// Why it may cost more than twice as much as its neighbor.
  var reason: String?
  /// Both do the work for so many elements and return a checksum, which must be the same.
  let ours: @Sendable (Int) -> Int
  let neighbor: @Sendable (Int) -> Int

  /// What an element costs: the median nanoseconds of the thread's processor time, which other
  /// programs do not add to, and the allocations.
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

  /// Runs both, taking turns at being first, and a round more at the start to warm up.
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
