import Signals
import Testing

struct RelayTests {
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
    let relay = Relay(0)
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
    #expect(
      log == [
        "first 1 of 1", "set 2", "second 1 of 2", "first 2 of 2", "second 2 of 2",
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a value set within the first receive is delivered after it`() {
    let relay = Relay(0)
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
    let relay = Relay(0)
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
    let relay = Relay(0)
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
}
