import Signals

/// Subscribing and cancelling.
let lifetimes: [Contest] = [
  Contest(
    name: "subscribing and cancelling", neighborName: "a closure put into an array and taken out",
    isUnlimited: true,
    ours: { renew($0, among: 1) },
    neighbor: { count in
      var list: [(Int) -> Void] = []
      let sum = Sum()
      for _ in 0..<count {
        list.append(StoredClosures.sink(sum))
        list.removeFirst()
      }
      return count
    }),
  Contest(
    name: "subscribing to a subject of 100,000, and cancelling another", neighborName: "of 10",
    elements: 1_000_000, rounds: 5, ours: { renew($0, among: 100_000) },
    neighbor: { renew($0, among: 10) }),
  Contest(
    name: "one of 32,000 signals of flatMap ends, another begins", neighborName: "of 10",
    elements: 320_000, rounds: 5, ours: { end($0, among: 32_000) }, neighbor: { end($0, among: 10) }
  ),
  Contest(
    name: "flatMap to a signal of one element", neighborName: "a closure made for each element",
    isUnlimited: true,
    ours: { count in
      let source = Subject<Int>()
      let sum = Sum()
      let subscription = source.signal.flatMap { .of($0) }.subscribe { sum.add($0) }
      for number in 0..<count { source.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      for number in 0..<count { StoredClosures.list([StoredClosures.sink(sum)])(number) }
      return sum.value
    }),
]

/// Repeatedly subscribes to a subject, and cancels the oldest subscription.
private func renew(_ times: Int, among count: Int) -> Int {
  let subject = Subject<Int>()
  var held = (0..<count).map { _ in subject.signal.subscribe { _ in } }
  for number in 0..<times { held[number % count] = subject.signal.subscribe { _ in } }
  return times
}

/// Repeatedly ends the oldest of the inner signals, and begins another.
private func end(_ times: Int, among count: Int) -> Int {
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
