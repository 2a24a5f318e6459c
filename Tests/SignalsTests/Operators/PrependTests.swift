import Signals
import Testing

struct PrependTests {
  @Test func `prepended elements are sent on subscribing, before those of the signal`() {
    let stage = Stage()
    let source = stage.cold("-a-b|")
    stage.expect(
      source.signal.prepend("x", "y"), during: "--^", gives: "--(xy)a-b|")
    source.expectSubscriptions("--^---!")
  }

  @Test func `upstream is not subscribed to when the first element makes the receiver cancel`() {
    let stage = Stage()
    let source = stage.cold("a|")
    stage.expect(source.signal.prepend("x", "y").prefix(1), gives: "(x|)")
    source.expectSubscriptions()
  }
}
