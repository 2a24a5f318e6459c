import Signals
import Testing

struct OfTests {
  @Test func `elements are sent on subscribing, then the end`() {
    let stage = Stage()
    stage.expect(Signal.of("a", "b"), during: "--^", gives: "--(ab|)")
  }

  @Test func `empty sends only the end, and never sends nothing`() {
    let stage = Stage()
    stage.expect(Signal<Int>.empty, gives: "|")
    stage.expect(Signal<Int>.never, gives: "-----")
  }

  @Test func `a deferred signal is created at each subscription`() {
    let stage = Stage()
    let now = Signal.deferred { .of(Recording.frame(of: stage.scheduler.now)) }
    let first = stage.record(now)
    let second = stage.record(now, during: "---^")
    stage.run(through: 5)
    first.expect("(0|)")
    second.expect("---(3|)")
  }
}
