import Signals
import Testing

struct ShareTests {
  private let marbles = MarbleTest()

  @Test func `share has one run, released with its last subscriber`() {
    let source = marbles.cold("a-b-c-d-e")
    let shared = source.signal.share()
    let first = marbles.record(shared, during: "^----!")
    let second = marbles.record(shared, during: "--^----!")
    marbles.run(through: 12)
    first.expect("a-b-c")
    second.expect("--b-c-d")
    source.expectSubscriptions("^------!")
  }

  @Test(arguments: [
    ("a-b-c", ["^-!", "----^--!"], ["a-b", "----a-b"], ["^-!", "----^--!"]),
    ("a|", ["^", "---^"], ["a|", "---a|"], ["^!", "---^!"]),
  ])
  func `after the end, or the last subscriber, the next one starts a new run`(
    source: String, subscribers: [String], received: [String], runs: [String]
  ) {
    let source = marbles.cold(source)
    let shared = source.signal.share(replay: 1)
    let recordings = subscribers.map { marbles.record(shared, during: $0) }
    marbles.run(through: 12)
    for (recording, elements) in zip(recordings, received) { recording.expect(elements) }
    source.expectSubscriptions(runs[0], runs[1])
  }

  @Test func `at the end upstream is released before any subscriber gets it`() {
    let source = marbles.cold("a|")
    let shared = source.signal.share()
    var log: [String] = []
    let subscriptions = (1...2).map { _ in
      shared.subscribe { _ in
      } end: {
        log.append(source.isSubscribed ? "subscribed" : "released")
      }
    }
    marbles.run(through: 2)
    #expect(log == ["released", "released"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a subscriber added at the end starts a run that later ones join`() {
    let source = marbles.cold("a-b|")
    let shared = source.signal.share()
    let first = marbles.record(shared.repeated(2))
    let second = marbles.record(shared)
    let third = marbles.record(shared, during: "----^")
    marbles.run(through: 12)
    first.expect("a-ba-b|")
    second.expect("--b|")
    third.expect("-----b|")
    source.expectSubscriptions("^--!", "---^--!")
  }

  @Test func `the newest elements are kept in order, however many come`() {
    let source = Subject<Int>()
    let shared = source.signal.share(replay: 3)
    let first = shared.subscribe { _ in }
    for number in 1...10 {
      source.send(number)
      var received: [Int] = []
      let latecomer = shared.subscribe { received.append($0) }
      #expect(received == Array(max(1, number - 2)...number))
      latecomer.cancel()
    }
    withExtendedLifetime(first) {}
  }

  @Test func `a cancel at a prepended element releases upstream`() {
    let source = Subject<Int>()
    let subscription = source.signal.prepend(1).share().prefix(1).subscribe { _ in }
    #expect(!subscription.isActive)
    #expect(!source.isObserved)
  }

  @Test func `a subscriber added within a delivery gets each element once, in order`() {
    let source = Subject<Int>()
    let shared = source.signal.share(replay: 1)
    var late: [Int] = []
    var subscriptions: [Subscription] = []
    subscriptions.append(
      shared.subscribe { number in
        guard number == 1 else { return }
        subscriptions.append(
          shared.subscribe { number in
            late.append(number)
            if number < 3 { source.send(number + 1) }
          })
      })
    source.send(1)
    #expect(late == [1, 2, 3])
    subscriptions = []
  }
}
