import Signals
import Testing

struct TimerTests {
  @Test func `a timer sends one element after a time, then the end`() {
    let marbles = MarbleTest()
    marbles.expect(
      .timer(after: .frames(3), on: marbles.scheduler), during: "--^", gives: "-----(v|)")
  }

  @Test func `a timer sends one element at a moment`() {
    let marbles = MarbleTest()
    marbles.expect(.timer(at: .frames(5), on: marbles.scheduler), during: "--^", gives: "-----(v|)")
  }

  @Test func `a timer for a past moment fires after the subscription`() {
    let scheduler = VirtualScheduler()
    scheduler.advance(to: .seconds(9))
    var hasOccurred = false
    let subscription = Signal.timer(at: .seconds(5), on: scheduler).subscribe { hasOccurred = true }
    #expect(!hasOccurred)
    scheduler.advance(by: .zero)
    #expect(hasOccurred)
    #expect(!subscription.isActive)
  }

  @Test func `cancelling removes the alarm at once`() {
    let scheduler = VirtualScheduler()
    let subscription = Signal.timer(after: .seconds(1), on: scheduler).subscribe { _ in }
    #expect(scheduler.next == .seconds(1))
    subscription.cancel()
    #expect(scheduler.next == nil)
  }
}
