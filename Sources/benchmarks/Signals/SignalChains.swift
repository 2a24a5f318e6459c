import Signals

/// Elements through chains of operators, beside as many stored closures.
func signals(_ bench: Bench) -> [Figure] {
  [mapFilterScan, tickLatestFilterScan].map { contest in
    let outcome = contest.run(rounds: 101, elements: 200_000)
    return Figure(
      what: "an element through \(contest.name); stored closures",
      ours: "\(outcome.ours.hundredths) ns", neighbor: "\(outcome.neighbor.hundredths) ns",
      ratio: outcome.ratio, target: .atMost(2))
  }
}

private let mapFilterScan = Contest(
  name: "map-filter-scan",
  ours: { count in
    let source = Subject<Int>()
    let sum = Sum()
    let subscription = source.signal
      .map { $0 &* 3 }
      .filter { $0 & 1 == 0 }
      .scan(0) { $0 &+ $1 }
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
  })

private let tickLatestFilterScan = Contest(
  name: "tick-withLatest-filter-scan",
  ours: { count in
    let ticks = Subject<Int>()
    let isRunning = Subject<Bool>()
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
    for number in 0..<count { tick(number) }
    return sum.value
  })
