import Signals
import Testing

struct DelayTests {
  @Test func `each element and the end are delayed`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a--b-(c|)")
    marbles.expect(source.signal.delay(.frames(2), on: marbles.scheduler), gives: "--a--b-(c|)")
    source.expectSubscriptions("^----!")
  }

  @Test func `a cancel drops delayed elements and the alarm`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a-b-c-d")
    marbles.expect(
      source.signal.delay(.frames(3), on: marbles.scheduler), during: "^---!", gives: "---a------")
    source.expectSubscriptions("^---!")
    #expect(marbles.scheduler.next == nil)
  }

  @Test func `after a cancel within a receive nothing is sent`() {
    let marbles = MarbleTest()
    marbles.expect(
      marbles.hot("(abc)").signal.delay(.frames(2), on: marbles.scheduler).prefix(1),
      gives: "--(a|)")
    #expect(marbles.scheduler.next == nil)
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
