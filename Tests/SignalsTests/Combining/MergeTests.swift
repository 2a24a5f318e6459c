import Signals
import Testing

struct MergeTests {
  @Test func `merge sends elements as they arrive, and ends with the last signal`() {
    let marbles = MarbleTest()
    let (a, b) = (marbles.hot("1-----2--|"), marbles.hot("---x--y---z|"))
    marbles.expect(.merge(a.signal, b.signal), gives: "1--x--(2y)---z|")
    a.expectSubscriptions("^--------!")
    b.expectSubscriptions("^----------!")
  }

  @Test func `elements at the same moment have the order of the signals`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a-b|").signal.share()
    marbles.expect(
      .merge(source.map { $0 + "1" }, source.map { $0 + "2" }),
      gives: "([a1][a2])-([b1][b2])|")
  }

  @Test func `a cancel on subscribing to the first signal does not subscribe to the second`() {
    let marbles = MarbleTest()
    let second = marbles.cold("b|")
    marbles.expect(Signal.of("a").merge(with: second.signal).prefix(1), gives: "(a|)")
    second.expectSubscriptions()
  }

  @Test func `a signal that sends on subscribing sends all elements before the next one`() {
    MarbleTest().expect(Signal.merge(.of("1", "2"), .of("3", "4")), gives: "(1234|)")
  }

  @Test func `merge of no signals ends at once`() {
    MarbleTest().expect(Signal<Int>.merge([]), gives: "|")
  }

  @Test func `an element sent from within a receive of the other is delivered within it`() {
    let (a, b) = (Subject<Int>(), Subject<Int>())
    var log: [String] = []
    let subscription = a.signal.merge(with: b.signal).subscribe { number in
      log.append("\(number) begins")
      if number == 1 { b.send(2) }
      log.append("\(number) ends")
    }
    a.send(1)
    #expect(log == ["1 begins", "2 begins", "2 ends", "1 ends"])
    subscription.cancel()
  }
}
