import Signals

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
