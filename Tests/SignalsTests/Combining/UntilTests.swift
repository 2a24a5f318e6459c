import Signals
import Testing

struct UntilTests {
  private let marbles = MarbleTest()

  @Test func `prefix ends at the first element of the other, and both are released`() {
    let (source, other) = (marbles.hot("a--b--c--d|"), marbles.hot("-----x-y"))
    marbles.expect(source.signal.prefix(untilOutputFrom: other.signal), gives: "a--b-|")
    source.expectSubscriptions("^----!")
    other.expectSubscriptions("^----!")
  }

  @Test func `prefix continues after the end of the other`() {
    let source = marbles.hot("a--b|")
    marbles.expect(
      source.signal.prefix(untilOutputFrom: marbles.hot("--|").signal), gives: "a--b|")
  }

  @Test func `if the other sends on subscribing, the source is not subscribed to`() {
    let source = marbles.hot("a--b|")
    marbles.expect(source.signal.prefix(untilOutputFrom: Signal.of(1, 2)), gives: "|")
    source.expectSubscriptions()
  }

  @Test func `drop begins with the first element of the other, which is released`() {
    let (source, other) = (marbles.hot("a--b--c--d|"), marbles.hot("-----x-y"))
    marbles.expect(source.signal.drop(untilOutputFrom: other.signal), gives: "------c--d|")
    source.expectSubscriptions("^---------!")
    other.expectSubscriptions("^----!")
  }

  @Test func `an empty other ends a drop`() {
    let source = marbles.hot("a--b--c|")
    marbles.expect(
      source.signal.drop(untilOutputFrom: marbles.hot("----|").signal), gives: "----|")
    source.expectSubscriptions("^---!")
  }

  @Test func `at the same moment, the other signal counts first`() {
    let taps = Subject<Int>()
    var log: [String] = []
    let isTwo = taps.signal.filter { $0 == 2 }
    let subscriptions = [
      taps.signal.prefix(untilOutputFrom: isTwo).subscribe { log.append("before \($0)") },
      taps.signal.drop(untilOutputFrom: isTwo).subscribe { log.append("after \($0)") },
    ]
    for number in 1...3 { taps.send(number) }
    #expect(log == ["before 1", "after 2", "after 3"])
    withExtendedLifetime(subscriptions) {}
  }
}
