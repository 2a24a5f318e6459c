import Signals
import Testing

struct DropFirstTests {
  @Test func `dropFirst drops the first elements`() {
    let marbles = MarbleTest()
    marbles.expect(marbles.hot("--a--b--c--d|").signal.dropFirst(2), gives: "--------c--d|")
  }

  @Test func `dropFirst drops one element by default`() {
    let marbles = MarbleTest()
    marbles.expect(marbles.cold("a-b|").signal.dropFirst(), gives: "--b|")
  }

  @Test func `dropFirst of zero changes nothing`() {
    let marbles = MarbleTest()
    marbles.expect(marbles.cold("a-b|").signal.dropFirst(0), gives: "a-b|")
  }

  @Test func `dropFirst of a short signal sends only the end`() {
    let marbles = MarbleTest()
    marbles.expect(marbles.cold("a-b|").signal.dropFirst(3), gives: "---|")
  }

  @Test func `each subscription counts separately`() {
    let marbles = MarbleTest()
    let rest = marbles.hot("a-b-c-d").signal.dropFirst(1)
    let (early, late) = (marbles.record(rest), marbles.record(rest, during: "---^"))
    marbles.run(through: 6)
    early.expect("--b-c-d")
    late.expect("------d")
  }
}
