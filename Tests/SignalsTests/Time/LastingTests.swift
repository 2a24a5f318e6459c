import Signals
import Testing

struct LastingTests {
  @Test func `a time of zero is refused, since time would never pass`() async {
    await #expect(processExitsWith: .failure) {
      let scheduler = VirtualScheduler()
      let subscription = Signal.lasting(on: scheduler) { ("a", .zero) }.subscribe { _ in }
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func `each element lasts for its time, the last one endlessly`() {
    let marbles = MarbleTest()
    let signal = Signal<String>.deferred {
      var rest: [(element: String, time: Duration?)] = [
        ("a", .frames(3)), ("b", .frames(2)), ("c", nil),
      ]
      return .lasting(on: marbles.scheduler) { rest.removeFirst() }
    }
    marbles.expect(signal, gives: "a--b-c-----")
    #expect(marbles.scheduler.next == nil)
  }

  @Test func `a cancel ends the requests and releases the alarm`() {
    let marbles = MarbleTest()
    marbles.expect(
      .lasting(on: marbles.scheduler) { ("a", .frames(2)) }, during: "^---!", gives: "a-a-a---")
    #expect(marbles.scheduler.next == nil)
  }

  @Test func `after a cancel within a receive nothing is sent`() {
    let marbles = MarbleTest()
    marbles.expect(
      Signal.lasting(on: marbles.scheduler) { ("a", .frames(2)) }.prefix(2), gives: "a-(a|)")
    #expect(marbles.scheduler.next == nil)
  }

  @Test func `a cancel within a request sets no alarm`() {
    let scheduler = VirtualScheduler()
    var isCancelling = false
    var subscription: Subscription?
    subscription = Signal<Int>.lasting(on: scheduler) {
      if isCancelling { subscription?.cancel() }
      return (0, .seconds(1))
    }.subscribe { _ in }
    isCancelling = true
    scheduler.advance(to: .seconds(1))
    #expect(scheduler.next == nil)
  }

  @Test func `the time in a receiver does not delay the next element`() {
    let scheduler = VirtualScheduler()
    var moments: [Duration] = []
    let subscription = Signal<Int>.lasting(on: scheduler) { (0, .seconds(10)) }.subscribe { _ in
      moments.append(scheduler.now)
      scheduler.oversleep(to: scheduler.now + .seconds(3))
    }
    scheduler.advance(to: .seconds(25))
    #expect(moments == [.zero, .seconds(10), .seconds(20)])
    subscription.cancel()
  }
}
