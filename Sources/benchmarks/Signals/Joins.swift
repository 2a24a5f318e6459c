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
  Contest(
    name: "an element of one of four through combineLatest",
    ours: { count in
      let subjects = (0..<4).map { _ in Subject<Int>() }
      let sum = Sum()
      let subscription = subjects[0].signal
        .combineLatest(subjects[1].signal, subjects[2].signal, subjects[3].signal)
        .subscribe { sum.value = sum.value &+ $0.0 &+ $0.1 &+ $0.2 &+ $0.3 }
      for number in 0..<count { subjects[number & 3].send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let sources =
        StoredClosures
        .combineLatest { sum.value = sum.value &+ $0 &+ $1 &+ $2 &+ $3 }
        .map(StoredClosures.list)
      for number in 0..<count { sources[number & 3](number) }
      return sum.value
    }),
  Contest(
    name: "an element of one of an array of ten through combineLatest",
    ours: { count in
      let subjects = (0..<10).map { _ in Subject<Int>() }
      let sum = Sum()
      let subscription = Signal.combineLatest(subjects.map(\.signal))
        .subscribe { sum.value = sum.value &+ $0[0] &+ $0[9] }
      for number in 0..<count { subjects[number % 10].send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let sources =
        StoredClosures.combineLatest(10) { sum.value = sum.value &+ $0[0] &+ $0[9] }
        .map(StoredClosures.list)
      for number in 0..<count { sources[number % 10](number) }
      return sum.value
    }),
  Contest(
    name: "an element of one of two through zip",
    ours: { count in
      let (a, b) = (Subject<Int>(), Subject<Int>())
      let sum = Sum()
      let subscription = a.signal.zip(b.signal)
        .subscribe { sum.value = sum.value &+ $0.0 &+ $0.1 }
      for number in 0..<count { number & 1 == 0 ? a.send(number) : b.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let (left, right) = StoredClosures.zip(StoredClosures.sinkOfPairs(sum))
      let (a, b) = (StoredClosures.list(left), StoredClosures.list(right))
      for number in 0..<count { number & 1 == 0 ? a(number) : b(number) }
      return sum.value
    }),
  until("prefix", { $0.prefix(untilOutputFrom: Signal<Int>.never) }, StoredClosures.prefixUntil),
  until("drop", { $0.drop(untilOutputFrom: .of(0)) }, StoredClosures.dropUntil),
]

private func until(
  _ name: String, _ make: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
  _ neighbor: @escaping @Sendable (@escaping (Int) -> Void) -> (Int) -> Void
) -> Contest {
  chain("\(name)(untilOutputFrom:)", make, neighbor)
}

/// One source for several receivers.
let sharing: [Contest] = [
  shared("share", { $0.share() }, neighbor: StoredClosures.each),
  shared("share(replay: 1)", { $0.share(replay: 1) }, neighbor: { StoredClosures.share($0).send }),
  shared("a subject", { $0 }, neighbor: StoredClosures.each),
]

private func shared(
  _ name: String, _ make: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
  neighbor: @escaping @Sendable ([(Int) -> Void]) -> (Int) -> Void
) -> Contest {
  Contest(
    name: "an element to three receivers of \(name)",
    ours: { count in
      let source = Subject<Int>()
      let shared = make(source.signal)
      let sum = Sum()
      let subscriptions = (0..<3).map { _ in
        shared.subscribe { sum.value = sum.value &+ $0 }
      }
      for number in 0..<count { source.send(number) }
      for subscription in subscriptions { subscription.cancel() }
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let source = neighbor((0..<3).map { _ in StoredClosures.sink(sum) })
      for number in 0..<count { source(number) }
      return sum.value
    })
}

/// Signals of signals, compared with closures that check a flag.
let innerSignals: [Contest] = [
  inner("flatMap to a signal of one element", { $0.flatMap { .of($0) } }),
  inner("switchToLatest over signals of one element", { $0.map { .of($0) }.switchToLatest() }),
  longInner(
    "flatMap", { elements in elements.flatMap { $0 } }),
  longInner(
    "switchToLatest", { elements in elements.switchToLatest() }),
]

/// The runs of closures; the newest is stored, so that it can be stopped.
private final class StoredRuns {
  /// The state of a run.
  final class Run {
    var isActive = true
  }

  var newest: Run?

  @inline(never)
  func run(
    _ inner: @escaping (@escaping (Int) -> Void) -> Void, _ next: @escaping (Int) -> Void
  ) {
    newest?.isActive = false
    let run = Run()
    newest = run
    inner { if run.isActive { next($0) } }
    if newest === run { newest = nil }
  }
}

private func inner(
  _ name: String, _ make: @escaping @Sendable (Signal<Int>) -> Signal<Int>
) -> Contest {
  Contest(
    name: name, neighborName: "a closure made for each element, held while it runs",
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
      let next = StoredClosures.sink(sum)
      let runs = StoredRuns()
      let source = StoredClosures.list { number in runs.run({ $0(number) }, next) }
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
