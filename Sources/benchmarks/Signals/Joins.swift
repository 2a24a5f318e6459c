import Signals

/// Elements of two sources.
let joins: [Contest] = [
  join(
    "merge", { a, b, sum in a.merge(with: b).subscribe { sum.add($0) } },
    { sum in (StoredClosures.sink(sum), StoredClosures.sink(sum)) }),
  join(
    "combineLatest",
    { a, b, sum in a.combineLatest(b).subscribe { sum.add($0.0 &+ $0.1) } },
    StoredClosures.combineLatest),
  join(
    "zip", { a, b, sum in a.zip(b).subscribe { sum.add($0.0 &+ $0.1) } }, StoredClosures.zip),
  join(
    "sample", { a, b, sum in a.sample(on: b).subscribe { sum.add($0) } }, StoredClosures.sample),
  Contest(
    name: "an element through withLatest-filter-scan",
    ours: { count in
      let (ticks, isRunning) = (Subject<Int>(), Subject<Bool>())
      let sum = Sum()
      let subscription = ticks.signal
        .withLatest(from: isRunning.signal)
        .filter { $0.1 }
        .scan(0) { count, _ in count &+ 1 }
        .subscribe { sum.add($0) }
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
      let source = StoredClosures.list([tick])
      for number in 0..<count { source(number) }
      return sum.value
    }),
]

/// Elements of two subjects in turn, compared with two closures.
private func join(
  _ name: String,
  _ subscribe: @escaping @Sendable (_ a: Signal<Int>, _ b: Signal<Int>, Sum) -> Subscription,
  _ neighbor: @escaping @Sendable (Sum) -> (a: (Int) -> Void, b: (Int) -> Void)
) -> Contest {
  Contest(
    name: "an element of one of two through \(name)",
    ours: { count in
      let (a, b) = (Subject<Int>(), Subject<Int>())
      let sum = Sum()
      let subscription = subscribe(a.signal, b.signal, sum)
      for number in 0..<count { number & 1 == 0 ? a.send(number) : b.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let both = neighbor(sum)
      let (a, b) = (StoredClosures.list([both.a]), StoredClosures.list([both.b]))
      for number in 0..<count { number & 1 == 0 ? a(number) : b(number) }
      return sum.value
    })
}
