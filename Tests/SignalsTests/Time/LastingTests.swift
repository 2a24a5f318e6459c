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

  @Test func `each element lasts as long as it told, the last one for ever`() {
    let stage = Stage()
    let signal = Signal<String>.deferred {
      var rest: [(element: String, time: Duration?)] = [
        ("a", .frames(3)), ("b", .frames(2)), ("c", nil),
      ]
      return .lasting(on: stage.scheduler) { rest.removeFirst() }
    }
    stage.expect(signal, gives: "a--b-c-----")
    #expect(stage.scheduler.next == nil)
  }

  @Test func `cancelled, it asks no more and lets go of its alarm`() {
    let stage = Stage()
    stage.expect(
      .lasting(on: stage.scheduler) { ("a", .frames(2)) }, during: "^---!", gives: "a-a-a---")
    #expect(stage.scheduler.next == nil)
  }

  @Test func `cancelled from within its own receive, it gives nothing more`() {
    let stage = Stage()
    stage.expect(
      Signal.lasting(on: stage.scheduler) { ("a", .frames(2)) }.prefix(2), gives: "a-(a|)")
    #expect(stage.scheduler.next == nil)
  }

  @Test func `cancelled from within what it asks, it sets no alarm`() {
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

  @Test func `the time of a receiver is not added`() {
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
