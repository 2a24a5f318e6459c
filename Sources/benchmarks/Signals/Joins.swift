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
