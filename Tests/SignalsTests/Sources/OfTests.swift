import Signals
import Testing

struct OfTests {
  @Test func `the elements come at the subscribing, then the end`() {
    let stage = Stage()
    stage.expect(Signal.of("a", "b"), during: "--^", gives: "--(ab|)")
  }

  @Test func `no elements are only an end, and never is nothing at all`() {
    let stage = Stage()
    stage.expect(Signal<Int>.empty, gives: "|")
    stage.expect(Signal<Int>.never, gives: "-----")
  }

  @Test func `what is deferred is made at each subscribing`() {
    let stage = Stage()
    let now = Signal.deferred { .of(Recording.frame(of: stage.scheduler.now)) }
    let first = stage.record(now)
    let second = stage.record(now, during: "---^")
    stage.run(through: 5)
    first.expect("(0|)")
    second.expect("---(3|)")
  }
}
