import Signals

/// Relays, and bindings between them.
let values: [Contest] = [
  Contest(
    name: "setting a relay with one subscriber",
    ours: { count in
      let relay = Relay(0)
      let sum = Sum()
      let subscription = relay.signal.subscribe { sum.value = sum.value &+ $0 }
      for number in 0..<count { relay.value = number }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let sum = Sum()
      let relay = StoredValue(0, [StoredClosures.sink(sum)])
      for number in 0..<count { relay.value = number }
      return sum.value
    }),
  Contest(
    name: "setting one of two strings bound by <->",
    ours: { count in
      let (left, right) = (Relay(""), Relay(""))
      let binding = left <-> right
      var length = 0
      for number in 0..<count {
        left.value = number & 1 == 0 ? "even" : "odd"
        length += right.value.utf8.count
      }
      binding.cancel()
      return length
    },
    neighbor: { count in
      let (left, right) = (StoredValue("", []), StoredValue("", []))
      StoredValue.bind(left, right)
      var length = 0
      for number in 0..<count {
        left.value = number & 1 == 0 ? "even" : "odd"
        length += right.value.utf8.count
      }
      left.changed = []
      right.changed = []
      return length
    }),
  Contest(
    name: "setting one of two numbers bound by <->",
    ours: { count in
      let (left, right) = (Relay(0), Relay(0))
      let binding = left <-> right
      var total = 0
      for number in 0..<count {
        left.value = number
        total = total &+ right.value
      }
      binding.cancel()
      return total
    },
    neighbor: { count in
      let (left, right) = (StoredValue(0, []), StoredValue(0, []))
      StoredValue.bind(left, right)
      var total = 0
      for number in 0..<count {
        left.value = number
        total = total &+ right.value
      }
      left.changed = []
      right.changed = []
      return total
    }),
]

/// A value that calls closures whenever it is set.
private final class StoredValue<Value: Equatable> {
  var changed: [(Value) -> Void]

  var value: Value {
    didSet { for call in changed { call(value) } }
  }

  init(_ value: Value, _ changed: [(Value) -> Void]) {
    self.value = value
    self.changed = changed
  }

  /// Keeps two values equal in the simplest way.
  static func bind(_ left: StoredValue, _ right: StoredValue) {
    left.changed.append { if right.value != $0 { right.value = $0 } }
    right.changed.append { if left.value != $0 { left.value = $0 } }
  }
}

/// The cost of subscribing and cancelling.
let subscriptions: [Contest] = [
  Contest(
    name: "subscribing and cancelling", neighborName: "a closure put into an array and taken out",
    reason: "it can be cancelled from within, and releases all that it holds",
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
    name: "the first element of a subject", neighborName: "a closure in an array, taken out",
    reason: "it is a subscription, which can be cancelled from within",
    ours: { count in
      let subject = Subject<Int>()
      let sum = Sum()
      for number in 0..<count {
        let subscription = subject.signal.first().subscribe { sum.value = sum.value &+ $0 }
        subject.send(number)
        subscription.cancel()
      }
      return sum.value
    },
    neighbor: { count in
      var list: [(Int) -> Void] = []
      let sum = Sum()
      for number in 0..<count {
        list.append(StoredClosures.sink(sum))
        for receive in list { receive(number) }
        list.removeFirst()
      }
      return sum.value
    }),
  Contest(
    name: "a subscription stored in an array", neighborName: "appended to it",
    elements: 10_000,
    ours: { count in
      let subject = Subject<Int>()
      var list: [Subscription] = []
      for _ in 0..<count { subject.signal.subscribe { _ in }.store(in: &list) }
      return list.count
    },
    neighbor: { count in
      let subject = Subject<Int>()
      var list: [Subscription] = []
      for _ in 0..<count { list.append(subject.signal.subscribe { _ in }) }
      return list.count
    }),
  Contest(
    name: "a subscription stored in a set", neighborName: "in a dictionary, by its identity",
    elements: 10_000,
    ours: { count in
      let subject = Subject<Int>()
      var set: Set<Subscription> = []
      for _ in 0..<count { subject.signal.subscribe { _ in }.store(in: &set) }
      return set.count
    },
    neighbor: { count in
      let subject = Subject<Int>()
      var all: [ObjectIdentifier: Subscription] = [:]
      for _ in 0..<count {
        let subscription = subject.signal.subscribe { _ in }
        all[ObjectIdentifier(subscription)] = subscription
      }
      return all.count
    }),
  Contest(
    name: "subscribing to a subject of 100,000, and cancelling another", neighborName: "of 10",
    elements: 2_000_000, rounds: 5,
    ours: { renew($0, among: 100_000) }, neighbor: { renew($0, among: 10) }),
  Contest(
    name: "one of 32,000 signals of flatMap ends, another begins", neighborName: "of 10",
    elements: 640_000, rounds: 5,
    ours: { ends($0, among: 32_000) },
    neighbor: { ends($0, among: 10) }),
  Contest(
    name: "one of 1,000 elements of of(contentsOf:)",
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

/// Repeatedly subscribes to a subject, and cancels the oldest subscription.
private func renew(_ times: Int, among count: Int) -> Int {
  let subject = Subject<Int>()
  var held = (0..<count).map { _ in subject.signal.subscribe { _ in } }
  for number in 0..<times { held[number % count] = subject.signal.subscribe { _ in } }
  return times
}

/// Repeatedly ends the oldest of the inner signals, and begins another.
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
