import Signals
import Testing

struct MergeTests {
  @Test func `elements come when they come, the end with the last`() {
    let stage = Stage()
    let (a, b) = (stage.hot("1-----2--|"), stage.hot("---x--y---z|"))
    stage.expect(.merge(a.signal, b.signal), gives: "1--x--(2y)---z|")
    a.expectSubscriptions("^--------!")
    b.expectSubscriptions("^----------!")
  }

  @Test func `elements of one moment come in the order of the signals`() {
    let stage = Stage()
    let source = stage.hot("a-b|").signal.share()
    stage.expect(
      .merge(source.map { $0 + "1" }, source.map { $0 + "2" }),
      gives: "([a1][a2])-([b1][b2])|")
  }

  @Test func `cancelled by the first signal's element at hand, it leaves the second alone`() {
    let stage = Stage()
    let second = stage.cold("b|")
    stage.expect(Signal.of("a").merge(with: second.signal).prefix(1), gives: "(a|)")
    second.expectSubscriptions()
  }

  @Test func `a signal that has its elements at hand gives all of them before the next one`() {
    Stage().expect(Signal.merge(.of("1", "2"), .of("3", "4")), gives: "(1234|)")
  }

  @Test func `nothing merged is only an end`() {
    Stage().expect(Signal<Int>.merge([]), gives: "|")
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
