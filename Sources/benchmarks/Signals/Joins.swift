import Signals

/// The operators over several signals.
let joins: [Contest] = [
  Contest(
    name: "an element of one of two through merge",
    ours: { count in
      let (a, b) = (Subject<Int>(), Subject<Int>())
      let sum = Sum()
      let subscription = a.signal.merge(with: b.signal).subscribe { sum.value = sum.value &+ $0 }
      for number in 0..<count { number & 1 == 0 ? a.send(number) : b.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let sink = StoredClosures.sink(sum)
      let (a, b) = (StoredClosures.list(sink), StoredClosures.list(sink))
      for number in 0..<count { number & 1 == 0 ? a(number) : b(number) }
      return sum.value
    }),
  Contest(
    name: "an element of one of two through combineLatest",
    ours: { count in
      let (a, b) = (Subject<Int>(), Subject<Int>())
      let sum = Sum()
      let subscription = a.signal.combineLatest(b.signal)
        .subscribe { sum.value = sum.value &+ $0.0 &+ $0.1 }
      for number in 0..<count { number & 1 == 0 ? a.send(number) : b.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let (left, right) = StoredClosures.combineLatest(StoredClosures.sinkOfPairs(sum))
      let (a, b) = (StoredClosures.list(left), StoredClosures.list(right))
      for number in 0..<count { number & 1 == 0 ? a(number) : b(number) }
      return sum.value
    }),
  Contest(
    name: "an element of one of three through combineLatest",
    ours: { count in
      let subjects = (0..<3).map { _ in Subject<Int>() }
      let sum = Sum()
      let subscription = subjects[0].signal
        .combineLatest(subjects[1].signal, subjects[2].signal)
        .subscribe { sum.value = sum.value &+ $0.0 &+ $0.1 &+ $0.2 }
      for number in 0..<count { subjects[number % 3].send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let sources =
        StoredClosures
        .combineLatest { sum.value = sum.value &+ $0 &+ $1 &+ $2 }
        .map(StoredClosures.list)
      for number in 0..<count { sources[number % 3](number) }
      return sum.value
    }),
  Contest(
    name: "an element through withLatest-filter-scan",
    ours: { count in
      let (ticks, isRunning) = (Subject<Int>(), Subject<Bool>())
      let sum = Sum()
      let subscription = ticks.signal
        .withLatest(from: isRunning.signal)
        .filter { $0.1 }
        .scan(0) { count, _ in count &+ 1 }
        .subscribe { sum.value = sum.value &+ $0 }
      isRunning.send(true)
      for number in 0..<count { ticks.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let (tick, latest) = StoredClosures.withLatest(
        StoredClosures.filterRunning(StoredClosures.count(StoredClosures.sink(sum))))
      latest(true)
      let source = StoredClosures.list(tick)
      for number in 0..<count { source(number) }
      return sum.value
    }),
  Contest(
    name: "an element and its trigger through sample",
    ours: { count in
      let (source, trigger) = (Subject<Int>(), Subject<Void>())
      let sum = Sum()
      let subscription = source.signal.sample(on: trigger.signal)
        .subscribe { sum.value = sum.value &+ $0 }
      for number in 0..<count {
        source.send(number)
        trigger.send(())
      }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let (element, trigger) = StoredClosures.sample(StoredClosures.sink(sum))
      let source = StoredClosures.list(element)
      let triggers = StoredClosures.list { _ in trigger() }
      for number in 0..<count {
        source(number)
        triggers(number)
      }
      return sum.value
    }),
  inner(
    "flatMap to a signal of one element",
    { $0.flatMap { .of($0) } },
    { next in
      // A closure made for each element, as a signal is.
      { number in
        let inner: (@escaping (Int) -> Void) -> Void = { $0(number) }
        StoredInner.run(inner, next)
      }
    }),
  inner(
    "switchToLatest over signals of one element",
    { $0.map { .of($0) }.switchToLatest() },
    { next in
      { number in
        let inner: (@escaping (Int) -> Void) -> Void = { $0(number) }
        StoredInner.run(inner, next)
      }
    }),
  longInner(
    "flatMap", { elements in elements.flatMap { $0 } }),
  longInner(
    "switchToLatest", { elements in elements.switchToLatest() }),
]

private enum StoredInner {
  /// What is held of an inner signal while it runs.
  final class Run {
    var isActive = true
  }

  @inline(never)
  static func run(
    _ inner: (@escaping (Int) -> Void) -> Void, _ next: @escaping (Int) -> Void
  ) {
    let run = Run()
    inner { if run.isActive { next($0) } }
    run.isActive = false
  }
}

private func inner(
  _ name: String, _ make: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
  _ neighbor: @escaping @Sendable (@escaping (Int) -> Void) -> (Int) -> Void
) -> Contest {
  Contest(
    name: name, reason: "each inner signal has a lifetime, so that it can be cancelled",
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

private func longInner(
  _ name: String, _ make: @escaping @Sendable (Signal<Signal<Int>>) -> Signal<Int>
) -> Contest {
  Contest(
    name: "an element of an inner signal through \(name)",
    ours: { count in
      let inner = Subject<Int>()
      let sum = Sum()
      let subscription = make(Signal.never.prepend(inner.signal))
        .subscribe { sum.value = sum.value &+ $0 }
      for number in 0..<count { inner.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let source = StoredClosures.list(StoredClosures.sink(sum))
      for number in 0..<count { source(number) }
      return sum.value
    })
}
