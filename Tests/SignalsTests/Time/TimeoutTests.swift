import Signals
import Testing

struct TimeoutTests {
  private let stage = Stage()

  @Test func `it ends when nothing has come for a time, upstream released before`() {
    let source = stage.hot("--a--b-----c")
    stage.expect(
      source.signal.timeout(.frames(4), scheduler: stage.scheduler), gives: "--a--b---|")
    source.expectSubscriptions("^--------!")
    #expect(stage.scheduler.next == nil)
  }

  @Test func `the time counts from the subscribing`() {
    stage.expect(
      stage.hot("-------a").signal.timeout(.frames(4), scheduler: stage.scheduler),
      during: "--^", gives: "------|")
  }

  @Test func `an end in time is the end`() {
    stage.expect(
      stage.cold("a--b|").signal.timeout(.frames(4), scheduler: stage.scheduler), gives: "a--b|")
    #expect(stage.scheduler.next == nil)
  }

  @Test func `a failure of one's own comes before the end`() {
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

  @Test func `a source that gives often wakes once in the time at most`() {
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
