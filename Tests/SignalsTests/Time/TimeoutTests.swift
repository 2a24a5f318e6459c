import Signals
import Testing

struct TimeoutTests {
  private let stage = Stage()

  @Test func `a timeout ends the signal, after upstream is released`() {
    let source = stage.hot("--a--b-----c")
    stage.expect(
      source.signal.timeout(.frames(4), scheduler: stage.scheduler), gives: "--a--b---|")
    source.expectSubscriptions("^--------!")
    #expect(stage.scheduler.next == nil)
  }

  @Test func `the time starts with the subscription`() {
    stage.expect(
      stage.hot("-------a").signal.timeout(.frames(4), scheduler: stage.scheduler),
      during: "--^", gives: "------|")
  }

  @Test func `an end before the timeout is the end`() {
    stage.expect(
      stage.cold("a--b|").signal.timeout(.frames(4), scheduler: stage.scheduler), gives: "a--b|")
    #expect(stage.scheduler.next == nil)
  }

  @Test func `a custom failure is sent before the end`() {
    let source = stage.hot("--a--b-----c")
    let failing = source.signal.map(Result<String, Probe.Fault>.success)
      .timeout(.frames(4), scheduler: stage.scheduler) { Probe.Fault() }
      .map { result in
        if case .failure = result { source.expectSubscriptions("^--------!") }
        return result
      }
      .replaceErrors(with: "x")
    stage.expect(failing, gives: "--a--b---(x|)")
  }

  @Test func `a frequent source causes at most one wake-up in the time`() {
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
