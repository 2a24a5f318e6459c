import Signals
import Testing

struct PrependTests {
  @Test func `prepended elements are sent on subscribing, before those of the signal`() {
    let marbles = MarbleTest()
    let source = marbles.cold("-a-b|")
    marbles.expect(
      source.signal.prepend("x", "y"), during: "--^", gives: "--(xy)a-b|")
    source.expectSubscriptions("--^---!")
  }

  @Test func `upstream is not subscribed to when the first element makes the receiver cancel`() {
    let marbles = MarbleTest()
    let source = marbles.cold("a|")
    marbles.expect(source.signal.prepend("x", "y").prefix(1), gives: "(x|)")
    source.expectSubscriptions()
  }
}
