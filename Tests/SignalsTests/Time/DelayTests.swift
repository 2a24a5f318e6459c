import Signals
import Testing

struct DelayTests {
  private let marbles = MarbleTest()

  @Test func `one alarm is set at a time`() {
    let scheduler = VirtualScheduler()
    let subject = Subject<Int>()
    var received: [Int] = []
    let subscription = subject.signal.delay(.seconds(1), on: scheduler)
      .subscribe { received.append($0) }
    for number in 1...100 { subject.send(number) }
    scheduler.advance(to: .seconds(1))
    #expect(received == Array(1...100))
    #expect(scheduler.wakeUps == 1)
    subscription.cancel()
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
