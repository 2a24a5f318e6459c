import Signals
import Testing

struct AccumulatingTests {
  @Test func `an element sent from within the receive is folded after this one`() {
    let source = Subject<Int>()
    var totals: [Int] = []
    let subscription = source.signal.scan(0, +).subscribe { total in
      totals.append(total)
      if total == 1 { source.send(10) }
    }
    source.send(1)
    source.send(100)
    #expect(totals == [1, 11, 111])
    subscription.cancel()
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
