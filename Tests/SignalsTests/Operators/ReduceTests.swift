import Signals
import Testing

struct ReduceTests {
  private let marbles = MarbleTest()

  @Test func `the result is sent at the end, after upstream is released`() {
    let source = marbles.cold("1---2---3--|")
    let sum = source.numbers.reduce(0, +).map { sum in
      source.expectSubscriptions("^----------!")
      return sum
    }
    marbles.expect(sum, gives: "-----------(6|)")
  }

  @Test func `without elements the initial result is sent`() {
    marbles.expect(marbles.cold("--|").numbers.reduce(7, +), gives: "--(7|)")
  }

  @Test func `a signal that does not end sends no result`() {
    marbles.expect(marbles.hot("1-2-3-").numbers.reduce(0, +), gives: "------")
  }

  @Test func `a receiver that cancels at the result gets no end`() {
    let source = Subject<Int>()
    var log: [String] = []
    var subscription: Subscription?
    subscription = source.signal.reduce(0, +).subscribe {
      log.append("\($0)")
      subscription?.cancel()
    } end: {
      log.append("end")
    }
    source.send(1)
    source.end()
    #expect(log == ["1"])
  }
}
