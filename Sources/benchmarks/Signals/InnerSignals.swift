import Signals

/// Signals within signals, beside closures that hand on elements while a flag says so.
let innerSignals: [Contest] = [
  inner("flatMap to a signal of one element", { $0.flatMap { .of($0) } }),
  inner("switchToLatest over signals of one element", { $0.map { .of($0) }.switchToLatest() }),
  longInner(
    "flatMap", { elements in elements.flatMap { $0 } }),
  longInner(
    "switchToLatest", { elements in elements.switchToLatest() }),
]

/// The runs of closures by hand: the newest is held, so that it could be stopped.
private final class StoredRuns {
  /// Whether one is still wanted.
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
