import Signals
import Testing

struct RelayTests {
  private let relay = Relay(0)

  @Test func `a subscriber gets the value, then each change`() {
    let marbles = MarbleTest()
    let relay = Relay("a")
    marbles.at(2) { relay.value = "b" }
    marbles.at(5) { relay.value = "b" }
    let early = marbles.record(relay.signal)
    let late = marbles.record(relay.signal, during: "---^")
    marbles.run(through: 9)
    early.expect("a-b--b")
    late.expect("---b-b")
  }

  @Test func `a value set within a receive is newest at once and sent in order`() {
    var log: [String] = []
    let first = relay.signal.subscribe { number in
      log.append("first \(number) of \(relay.value)")
      if number == 1 {
        relay.value = 2
        log.append("set \(relay.value)")
      }
    }
    let second = relay.signal.subscribe { log.append("second \($0) of \(relay.value)") }
    log = []
    relay.value = 1
    #expect(log == ["first 1 of 1", "set 2", "second 1 of 2", "first 2 of 2", "second 2 of 2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a value set within the first receive is delivered after it`() {
    var log: [String] = []
    let subscription = relay.signal.subscribe { number in
      log.append("begins \(number)")
      if number < 2 { relay.value = number + 1 }
      log.append("ends \(number)")
    }
    #expect(log == ["begins 0", "ends 0", "begins 1", "ends 1", "begins 2", "ends 2"])
    subscription.cancel()
  }

  @Test func `a subscription during a delivery keeps the order of later values`() {
    var log: [String] = []
    var subscriptions: [Subscription] = []
    subscriptions.append(
      relay.signal.subscribe { number in
        log.append("begins \(number)")
        if number == 1 {
          subscriptions.append(relay.signal.subscribe { log.append("late \($0)") })
          relay.value = 2
        }
        log.append("ends \(number)")
      })
    log = []
    relay.value = 1
    #expect(log == ["begins 1", "late 1", "ends 1", "begins 2", "ends 2", "late 2"])
    subscriptions = []
  }

  @Test func `a subscriber added while a value is queued gets the newest once`() {
    var late: [Int] = []
    var subscriptions: [Subscription] = []
    subscriptions.append(
      relay.signal.subscribe { number in
        guard number == 1 else { return }
        relay.value = 2
        subscriptions.append(relay.signal.subscribe { late.append($0) })
      })
    relay.value = 1
    #expect(late == [2])
    subscriptions = []
  }

  @Test func `each relay gets the other's changes once`() {
    let (left, right) = (Relay(0), Relay(0))
    var (ofLeft, ofRight) = ([Int](), [Int]())
    let subscriptions = [
      left <-> right, left.signal.subscribe { ofLeft.append($0) },
      right.signal.subscribe { ofRight.append($0) },
    ]
    left.value = 1
    right.value = 2
    #expect(ofLeft == [0, 1, 2])
    #expect(ofRight == [0, 1, 2])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a field shows the relay, and its edits change the relay`() {
    let (field, relay) = (Field("old"), Relay("new"))
    let binding = field <-> relay
    #expect(field.value == "new")
    field.enter("newer")
    #expect(relay.value == "newer")
    relay.value = "newest"
    #expect(field.value == "newest")
    #expect(field.timesShown == 2)
    binding.cancel()
    field.enter("unbound")
    #expect(relay.value == "newest")
  }

  @Test func `two fields bound to each other do not loop`() {
    let (left, right) = (Field("a"), Field("b"))
    let binding = left <-> right
    left.enter("c")
    right.enter("d")
    #expect([left.value, right.value] == ["d", "d"])
    #expect((left.timesShown, right.timesShown) == (2, 1))
    binding.cancel()
  }

  @Test func `a lossy mapping does not change the edited side`() {
    let (text, number) = (Relay("0"), Relay(0))
    let binding = text.bind(
      to: number, forward: { Int($0.filter(\.isNumber)) ?? 0 }, backward: { "\($0)" })
    text.value = "12 m"
    #expect(text.value == "12 m" && number.value == 12)
    number.value = 13
    #expect(text.value == "13")
    binding.cancel()
  }

  @Test func `a receiver that corrects the value changes both sides`() {
    let (left, right) = (Relay("a"), Relay("a"))
    let subscriptions = [
      right.signal.subscribe { if $0.hasSuffix(" ") { right.value = String($0.dropLast()) } },
      left <-> right, left.signal.subscribe { if $0 == "c" { left.value = "d " } },
    ]
    left.value = "b "
    #expect(left.value == "b" && right.value == "b")
    left.value = "c"
    #expect(left.value == "d" && right.value == "d")
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a NaN is copied once, from either side`() {
    let (left, right) = (Relay(1.5), Relay(Double.nan))
    let binding = left <-> right
    #expect(left.value.isNaN && right.value.isNaN)
    right.value = 2
    #expect(left.value == 2)
    var told = 0
    let counting = right.signal.subscribe { _ in told += 1 }
    left.value = .nan
    left.value = .nan
    #expect(right.value.isNaN)
    #expect(told == 2)
    left.value = 3
    #expect(right.value == 3)
    withExtendedLifetime((binding, counting)) {}
  }

  @Test func `a ring of three bindings settles on a NaN`() {
    let relays = [Relay(0.0), Relay(0), Relay(0)]
    let ring = [relays[0] <-> relays[1], relays[1] <-> relays[2], relays[2] <-> relays[0]]
    relays[1].value = .nan
    #expect(relays.filter { $0.value.isNaN }.count == 3)
    relays[2].value = 5
    #expect(relays.map(\.value) == [5, 5, 5])
    withExtendedLifetime(ring) {}
  }

  /// A value that is equal to no value, not even itself.
  private struct Unequal: Equatable {
    var number: Int
    var note = [0.5]

    static func == (left: Self, right: Self) -> Bool { false }
  }

  @Test func `values not equal to themselves, set within a receive, settle on both sides`() {
    let (left, right) = (Relay(Unequal(number: 1)), Relay(Unequal(number: 1)))
    let subscriptions = [
      right.signal.subscribe { if $0.number == 7 { right.value = Unequal(number: 8) } },
      left <-> right,
      left.signal.subscribe { if $0.number == 8 { left.value = Unequal(number: 9) } },
    ]
    left.value = Unequal(number: 7)
    #expect(left.value.number == 9 && right.value.number == 9)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a text field with an invalid number settles`() {
    let (field, number) = (Field("nan"), Relay(0.0))
    let binding = field.bind(to: number, forward: { Double($0) ?? 0 }, backward: { "\($0)" })
    #expect(field.value == "0.0")
    field.enter("nan")
    #expect(number.value.isNaN && field.value == "nan")
    number.value = .nan
    #expect(field.value == "nan")
    field.enter("4")
    #expect(number.value == 4)
    binding.cancel()
  }

  @Test func `a released binding holds neither side`() {
    var (left, right): (Relay<Int>?, Relay<Int>?) = (Relay(1), Relay(2))
    weak let goneLeft = left
    weak let goneRight = right
    var binding: Subscription?
    if let left, let right { binding = left <-> right }
    (left, right) = (nil, nil)
    #expect(goneLeft != nil && goneRight != nil && binding != nil)
    binding = nil
    #expect(goneLeft == nil && goneRight == nil)
  }
}

/// A text field: an edit by the user is a change, an assignment by the program is not.
final class Field: Bindable {
  private let edits = Subject<String>()
  private var text: String
  private(set) var timesShown = 0

  var value: String {
    get { text }
    set {
      text = newValue
      timesShown += 1
    }
  }

  var changes: Signal<String> { edits.signal }

  init(_ text: String = "") { self.text = text }

  func enter(_ text: String) {
    self.text = text
    edits.send(text)
  }
}
