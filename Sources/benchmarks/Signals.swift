import CAllocations
import Glibc
import Signals

/// Compares chains of operators with stored closures that do the same work, by the processor time
/// and the allocations of an element.
///
/// Both begin with a list of receivers: a subject, and an array of closures.
func signals(_ bench: Bench) throws -> [Figure] {
  [
    try mapFilterScan(bench).figure,
    try chain(
      "tick-withLatest-filter-scan", bench,
      { source, sum in
        let isRunning = Subject<Bool>()
        defer { isRunning.send(true) }
        return source.withLatest(from: isRunning.signal).filter { $0.1 }
          .scan(0) { count, _ in count &+ 1 }
          .subscribe { sum.add($0) }
      },
      { sum in
        let (tick, latest) = Stored.withLatest(
          Stored.filterRunning(Stored.count(Stored.sink(sum))))
        latest(true)
        return tick
      }
    ).figure,
  ]
}

/// An element through map, filter and scan: the measure of how fast a machine is.
func mapFilterScan(_ bench: Bench) throws -> (seconds: Double, figure: Figure) {
  try chain(
    "map-filter-scan", bench,
    { source, sum in
      source.map { $0 &* 3 }.filter { $0 & 1 == 0 }.scan(0) { $0 &+ $1 }.subscribe { sum.add($0) }
    },
    { sum in Stored.map(Stored.filter(Stored.scan(Stored.sink(sum)))) })
}

private func chain(
  _ name: String, _ bench: Bench,
  _ subscribe: @escaping (Signal<Int>, Sum) -> Subscription,
  _ receiver: @escaping (Sum) -> (Int) -> Void
) throws -> (seconds: Double, figure: Figure) {
  let elements = min(100_000, bench.events)
  var (allocations, checksums) = ([0.0, 0.0], [0, 0])
  /// Sends all elements after what `prepare` has returned is in place.
  func work(_ index: Int, _ prepare: @escaping (Sum) -> (send: (Int) -> Void, end: () -> Void))
    -> () -> Double
  {
    {
      let sum = Sum()
      let (made, start) = (allocations_made(), Child.now(CLOCK_THREAD_CPUTIME_ID))
      let (send, end) = prepare(sum)
      for number in 0..<elements { send(number) }
      end()
      let spent = Child.now(CLOCK_THREAD_CPUTIME_ID) - start
      allocations[index] = Double(allocations_made() - made) / Double(elements)
      checksums[index] = sum.value
      return spent / Double(elements)
    }
  }
  let duel = try Duel(
    rounds: 31,
    [
      work(0) { sum in
        let source = Subject<Int>()
        let subscription = subscribe(source.signal, sum)
        return ({ source.send($0) }, { subscription.cancel() })
      },
      work(1) { sum in (Stored.list([receiver(sum)]), {}) },
    ])
  precondition(checksums[0] == checksums[1], "\(name): the two do not do the same.")
  var figure = duel.figure("an element through \(name); stored closures", .atMost(2))
  figure.ours += ", \(allocations[0].hundredths) allocations"
  figure.neighbor += ", \(allocations[1].hundredths) allocations"
  return (duel.times[0].quantile(0.5), figure)
}

/// The sum computed by the last step, so that no step can be optimized away.
private final class Sum {
  private(set) var value = 0

  func add(_ number: Int) { value = value &+ number }
}

/// Closures that store and call the next one.
///
/// They are not inlined into one another, as with closures in a program's properties.
private enum Stored {
  typealias Next = (Int) -> Void

  @inline(never)
  static func sink(_ sum: Sum) -> Next { { sum.add($0) } }

  @inline(never)
  static func list(_ all: [Next]) -> Next { { for next in all { next($0) } } }

  @inline(never)
  static func map(_ next: @escaping Next) -> Next { { next($0 &* 3) } }

  @inline(never)
  static func filter(_ next: @escaping Next) -> Next { { if $0 & 1 == 0 { next($0) } } }

  @inline(never)
  static func scan(_ next: @escaping Next) -> Next {
    var total = 0
    return {
      total = total &+ $0
      next(total)
    }
  }

  @inline(never)
  static func withLatest(
    _ next: @escaping (Int, Bool) -> Void
  ) -> (tick: Next, latest: (Bool) -> Void) {
    var latest: Bool?
    return ({ if let latest { next($0, latest) } }, { latest = $0 })
  }

  @inline(never)
  static func filterRunning(_ next: @escaping Next) -> (Int, Bool) -> Void {
    { if $1 { next($0) } }
  }

  @inline(never)
  static func count(_ next: @escaping Next) -> Next {
    var count = 0
    return { _ in
      count = count &+ 1
      next(count)
    }
  }
}
