import CAllocations
import Glibc
import Signals

/// Compares signals with stored closures that do the same work: elements, then subscriptions.
///
/// Both sides begin with a list of receivers: a subject, and an array of closures.
func signals(_ bench: Bench) throws -> [Figure] {
  try (chains + joins + lifetimes + timed).map { try $0.figure(atMost: bench.events) }
    + (try asynchronous())
}

/// Two ways to do the same work, measured by the processor time and the allocations of an element.
struct Contest: Sendable {
  let name: String
  var neighborName = "stored closures"
  /// The number of elements or subscriptions in a round.
  var elements = 100_000
  var rounds = 31
  /// Whether it may cost more than twice as much as its neighbor.
  var isUnlimited = false
  /// Both do the work for a number of elements and return a checksum, which must be the same.
  let ours: @Sendable (Int) -> Int
  let neighbor: @Sendable (Int) -> Int

  func figure(atMost limit: Int) throws -> Figure {
    let elements = min(elements, limit)
    var (allocations, checksums) = ([0.0, 0.0], [0, 0])
    let duel = try Duel(
      rounds: rounds,
      [ours, neighbor].enumerated().map { index, work in
        {
          let (made, start) = (allocations_made(), Self.processorTime)
          checksums[index] = work(elements)
          let spent = Self.processorTime - start
          allocations[index] = Double(allocations_made() - made) / Double(elements)
          return spent / Double(elements)
        }
      })
    precondition(checksums[0] == checksums[1], "\(name): the two do not do the same.")
    var figure = duel.figure(
      "\(name); \(neighborName)", isUnlimited ? .none : .atMost(2))
    figure.ours += ", \(allocations[0].hundredths) allocations"
    figure.neighbor += ", \(allocations[1].hundredths) allocations"
    return figure
  }

  /// The seconds of this thread on a processor.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The sum computed by the last step, so that no step can be optimized away.
final class Sum {
  private(set) var value = 0

  func add(_ number: Int) { value = value &+ number }
}
