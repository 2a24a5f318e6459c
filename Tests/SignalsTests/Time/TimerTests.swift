import Signals
import Testing

struct TimerTests {
  @Test func `one element after a time, then the end`() {
    let stage = Stage()
    stage.expect(
      .timer(after: .frames(3), on: stage.scheduler), during: "--^", gives: "-----(v|)")
  }

  @Test func `one element at a moment`() {
    let stage = Stage()
    stage.expect(.timer(at: .frames(5), on: stage.scheduler), during: "--^", gives: "-----(v|)")
  }

  @Test func `a timer for a past moment fires after the subscription`() {
    let scheduler = VirtualScheduler()
    scheduler.advance(to: .seconds(9))
    var hasCome = false
    let subscription = Signal.timer(at: .seconds(5), on: scheduler).subscribe { hasCome = true }
    #expect(!hasCome)
    scheduler.advance(by: .zero)
    #expect(hasCome)
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
