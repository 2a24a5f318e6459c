import Signals
import Testing

struct DelayTests {
  @Test func `each element and the end are delayed`() {
    let stage = Stage()
    let source = stage.hot("a--b-(c|)")
    stage.expect(source.signal.delay(.frames(2), on: stage.scheduler), gives: "--a--b-(c|)")
    source.expectSubscriptions("^----!")
  }

  @Test func `a cancel drops delayed elements and the alarm`() {
    let stage = Stage()
    let source = stage.hot("a-b-c-d")
    stage.expect(
      source.signal.delay(.frames(3), on: stage.scheduler), during: "^---!", gives: "---a------")
    source.expectSubscriptions("^---!")
    #expect(stage.scheduler.next == nil)
  }

  @Test func `after a cancel within a receive nothing is sent`() {
    let stage = Stage()
    stage.expect(
      stage.hot("(abc)").signal.delay(.frames(2), on: stage.scheduler).prefix(1), gives: "--(a|)")
    #expect(stage.scheduler.next == nil)
  }

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
}
