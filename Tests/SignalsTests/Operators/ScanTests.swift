import Signals
import Testing

struct ScanTests {
  @Test func `scan sends the result after each element`() {
    let marbles = MarbleTest()
    let source = marbles.hot("1-2--3-|")
    marbles.expect(source.numbers.scan(0, +), gives: "1-3--6-|")
  }

  @Test func `each subscription begins with the initial result`() {
    let marbles = MarbleTest()
    let total = marbles.cold("1-2|").numbers.scan(0, +)
    let first = marbles.record(total)
    let second = marbles.record(total, during: "-^")
    marbles.run(through: 9)
    first.expect("1-3|")
    second.expect("-1-3|")
  }

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
}
