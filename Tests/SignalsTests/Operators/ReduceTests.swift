import Signals
import Testing

struct ReduceTests {
  private let stage = Stage()

  @Test func `the result is sent at the end, after upstream is released`() {
    let source = stage.cold("1---2---3--|")
    let sum = source.numbers.reduce(0, +).map { sum in
      source.expectSubscriptions("^----------!")
      return sum
    }
    stage.expect(sum, gives: "-----------(6|)")
  }

  @Test func `without elements the initial result is sent`() {
    stage.expect(stage.cold("--|").numbers.reduce(7, +), gives: "--(7|)")
  }

  @Test func `a signal that does not end sends no result`() {
    stage.expect(stage.hot("1-2-3-").numbers.reduce(0, +), gives: "------")
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
