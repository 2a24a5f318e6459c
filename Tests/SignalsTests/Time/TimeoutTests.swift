import Signals
import Testing

struct TimeoutTests {
  private let marbles = MarbleTest()

  @Test func `a timeout ends the signal, after upstream is released`() {
    let source = marbles.hot("--a--b-----c")
    marbles.expect(
      source.signal.timeout(.frames(4), scheduler: marbles.scheduler), gives: "--a--b---|")
    source.expectSubscriptions("^--------!")
    #expect(marbles.scheduler.next == nil)
  }

  @Test func `the time starts with the subscription`() {
    marbles.expect(
      marbles.hot("-------a").signal.timeout(.frames(4), scheduler: marbles.scheduler),
      during: "--^", gives: "------|")
  }

  @Test func `an end before the timeout is the end`() {
    marbles.expect(
      marbles.cold("a--b|").signal.timeout(.frames(4), scheduler: marbles.scheduler), gives: "a--b|"
    )
    #expect(marbles.scheduler.next == nil)
  }

  @Test func `a custom failure is sent before the end`() {
    let source = marbles.hot("--a--b-----c")
    let failing = source.signal.map(Result<String, Probe.Fault>.success)
      .timeout(.frames(4), scheduler: marbles.scheduler) { Probe.Fault() }
      .map { result in
        if case .failure = result { source.expectSubscriptions("^--------!") }
        return result
      }
      .replaceErrors(with: "x")
    marbles.expect(failing, gives: "--a--b---(x|)")
  }

  @Test func `a frequent source causes at most one wake-up for each span`() {
    let source = Subject<Int>()
    let scheduler = VirtualScheduler()
    let subscription = source.signal.timeout(.seconds(1), scheduler: scheduler).subscribe { _ in }
    for number in 0..<1000 {
      scheduler.advance(by: .milliseconds(10))
      source.send(number)
    }
    #expect(subscription.isActive)
    #expect(scheduler.wakeUps <= 11)
    scheduler.advance(by: .seconds(1))
    #expect(!subscription.isActive)
  }
}
