import Signals

/// Values that are remembered, and bound to one another.
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

/// A value that calls closures whenever it was set.
private final class StoredValue<Value: Equatable> {
  var changed: [(Value) -> Void]

  var value: Value {
    didSet { for call in changed { call(value) } }
  }

  init(_ value: Value, _ changed: [(Value) -> Void]) {
    self.value = value
    self.changed = changed
  }

  /// The plainest way to keep two values alike.
  static func bind(_ left: StoredValue, _ right: StoredValue) {
    left.changed.append { if right.value != $0 { right.value = $0 } }
    right.changed.append { if left.value != $0 { left.value = $0 } }
  }
}
