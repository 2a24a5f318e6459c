import Signals
import Testing

struct ThrottleTests {
  private let marbles = MarbleTest()

  private func throttled(_ source: Probe, latest: Bool) -> Signal<String> {
    source.signal.throttle(for: .frames(4), scheduler: marbles.scheduler, latest: latest)
  }

  @Test func `throttle sends the first element at once, then the newest of each interval`() {
    marbles.expect(
      throttled(marbles.hot("a-bc----d------e|"), latest: true), gives: "a---c---d------e|")
  }

  @Test func `throttle can keep the first element of each interval`() {
    marbles.expect(
      throttled(marbles.hot("a-bc----d-efg----"), latest: false), gives: "a---b---d---e----")
  }

  @Test func `after a kept element a new interval begins`() {
    marbles.expect(
      throttled(marbles.hot("a--b--c--d-------"), latest: true), gives: "a---b---c---d----")
  }

  @Test func `a kept element is sent at the end, after upstream and alarm are released`() {
    let source = marbles.hot("a-bc----d-e|")
    let last = throttled(source, latest: true).map { element in
      if element == "e" {
        source.expectSubscriptions("^----------!")
        #expect(marbles.scheduler.next == nil)
      }
      return element
    }
    marbles.expect(last, gives: "a---c---d--(e|)")
  }

  @Test func `no alarm is set while nothing is kept`() {
    let source = Subject<Int>()
    let scheduler = marbles.scheduler
    var received: [Int] = []
    let subscription = source.signal
      .throttle(for: .frames(4), scheduler: scheduler, latest: true)
      .subscribe { received.append($0) }
    source.send(1)
    #expect(scheduler.next == nil)
    source.send(2)
    #expect(scheduler.next == .frames(4))
    scheduler.advance(to: .frames(4))
    #expect(scheduler.next == nil)
    #expect(received == [1, 2])
    subscription.cancel()
  }

  @Test(arguments: [false, true])
  func `an element exactly at the end of the interval is delivered at once`(latest: Bool) {
    let source = Subject<Int>()
    let scheduler = marbles.scheduler
    var received: [Int] = []
    let subscription = source.signal
      .throttle(for: .frames(4), scheduler: scheduler, latest: latest)
      .subscribe { received.append($0) }
    source.send(1)
    scheduler.advance(to: .frames(4))
    source.send(2)
    #expect(received == [1, 2] && scheduler.next == nil)
    subscription.cancel()
  }

  @Test func `a full interval follows a late wake-up`() {
    let source = Subject<Int>()
    let scheduler = marbles.scheduler
    var received: [String] = []
    let subscription = source.signal
      .throttle(for: .frames(4), scheduler: scheduler, latest: true)
      .subscribe { received.append("\($0) at \(Recording.frame(of: scheduler.now))") }
    source.send(1)
    source.send(2)
    scheduler.oversleep(to: .frames(7))
    source.send(3)
    scheduler.advance(to: .frames(20))
    #expect(received == ["1 at 0", "2 at 7", "3 at 11"])
    subscription.cancel()
  }
}
