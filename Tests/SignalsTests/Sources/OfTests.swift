import Signals
import Testing

struct OfTests {
  @Test func `elements are sent on subscribing, then the end`() {
    let marbles = MarbleTest()
    marbles.expect(Signal.of("a", "b"), during: "--^", gives: "--(ab|)")
  }

  @Test func `empty sends only the end, and never sends nothing`() {
    let marbles = MarbleTest()
    marbles.expect(Signal<Int>.empty, gives: "|")
    marbles.expect(Signal<Int>.never, gives: "-----")
  }

  @Test func `a deferred signal is created at each subscription`() {
    let marbles = MarbleTest()
    let now = Signal.deferred { .of(Recording.frame(of: marbles.scheduler.now)) }
    let first = marbles.record(now)
    let second = marbles.record(now, during: "---^")
    marbles.run(through: 5)
    first.expect("(0|)")
    second.expect("---(3|)")
  }
}
