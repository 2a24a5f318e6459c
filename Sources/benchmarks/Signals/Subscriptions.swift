import Signals

/// What it costs to come and to go.
let subscriptions: [Contest] = [
  cancelling("a subject of 10", 10, beside: "of one of 1", 1),
  cancelling("a subject of 100,000", 100_000, beside: "of one of 10", 10),
  Contest(
    name: "the end of one of 32,000 signals of flatMap; of one of 10",
    elements: 64_000,
    ours: { ends($0, among: 32_000) },
    neighbor: { ends($0, among: 10) }),
  Contest(
    name: "of(contentsOf: 1,000 numbers), an element; a loop with a closure",
    ours: { count in
      let sum = Sum()
      for _ in 0..<(count / 1_000) {
        let subscription = Signal.of(contentsOf: 0..<1_000)
          .subscribe { sum.value = sum.value &+ $0 }
        subscription.cancel()
      }
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let sink = StoredClosures.sink(sum)
      for _ in 0..<(count / 1_000) {
        for number in 0..<1_000 { sink(number) }
      }
      return sum.value
    }),
]

/// Subscribing to a subject and cancelling the oldest of so many subscriptions.
private func cancelling(
  _ name: String, _ count: Int, beside other: String, _ few: Int
) -> Contest {
  Contest(
    name: "subscribing to \(name), and cancelling another; \(other)",
    elements: 200_000, ours: { renew($0, among: count) }, neighbor: { renew($0, among: few) })
}

private func renew(_ times: Int, among count: Int) -> Int {
  let subject = Subject<Int>()
  var held = (0..<count).map { _ in subject.signal.subscribe { _ in } }
  for number in 0..<times { held[number % count] = subject.signal.subscribe { _ in } }
  return times
}

private func ends(_ times: Int, among count: Int) -> Int {
  let source = Subject<Subject<Int>>()
  let subscription = source.signal.flatMap(\.signal).subscribe { _ in }
  var running = (0..<count).map { _ in Subject<Int>() }
  for inner in running { source.send(inner) }
  for number in 0..<times {
    running[number % count].end()
    running[number % count] = Subject()
    source.send(running[number % count])
  }
  subscription.cancel()
  return times
}
