import Signals

/// Elements of one source.
let chains: [Contest] = [
  chain("nothing", { $0 }, { $0 }),
  chain("map", { $0.map { $0 &* 3 } }, StoredClosures.map),
  chain("filter", { $0.filter { $0 & 1 == 0 } }, StoredClosures.filter),
  chain("scan", { $0.scan(0) { $0 &+ $1 } }, StoredClosures.scan),
  chain(
    "map-filter-scan",
    { $0.map { $0 &* 3 }.filter { $0 & 1 == 0 }.scan(0) { $0 &+ $1 } },
    { StoredClosures.map(StoredClosures.filter(StoredClosures.scan($0))) }),
  chain(
    "removeDuplicates", { $0.map { $0 >> 1 }.removeDuplicates() }, StoredClosures.removeDuplicates),
  chain("collect(10)", { $0.collect(10).map { $0[0] &+ $0.count } }, StoredClosures.collect),
  shared("a subject", { $0 }),
  shared("share(replay: 1)", { $0.share(replay: 1) }),
  Contest(
    name: "setting a relay with one subscriber",
    ours: { count in
      let relay = Relay(0)
      let sum = Sum()
      let subscription = relay.signal.subscribe { sum.add($0) }
      for number in 0..<count { relay.value = number }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let relay = StoredValue([StoredClosures.sink(sum)])
      for number in 0..<count { relay.value = number }
      return sum.value
    }),
]

/// Elements of a subject through an operator, compared with a closure.
private func chain(
  _ name: String, _ make: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
  _ neighbor: @escaping @Sendable (@escaping (Int) -> Void) -> (Int) -> Void
) -> Contest {
  Contest(
    name: "an element through \(name)",
    ours: { count in
      let source = Subject<Int>()
      let sum = Sum()
      let subscription = make(source.signal).subscribe { sum.add($0) }
      for number in 0..<count { source.send(number) }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let source = StoredClosures.list([neighbor(StoredClosures.sink(sum))])
      for number in 0..<count { source(number) }
      return sum.value
    })
}

/// One source for three receivers.
private func shared(
  _ name: String, _ make: @escaping @Sendable (Signal<Int>) -> Signal<Int>
) -> Contest {
  Contest(
    name: "an element to three receivers of \(name)",
    ours: { count in
      let source = Subject<Int>()
      let shared = make(source.signal)
      let sum = Sum()
      let subscriptions = (0..<3).map { _ in shared.subscribe { sum.add($0) } }
      for number in 0..<count { source.send(number) }
      for subscription in subscriptions { subscription.cancel() }
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let source = StoredClosures.list((0..<3).map { _ in StoredClosures.sink(sum) })
      for number in 0..<count { source(number) }
      return sum.value
    })
}

/// A value that calls closures whenever it is set.
private final class StoredValue {
  private let changed: [(Int) -> Void]

  var value = 0 {
    didSet { for call in changed { call(value) } }
  }

  init(_ changed: [(Int) -> Void]) { self.changed = changed }
}
