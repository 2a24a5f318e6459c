import Signals
import Testing

struct WithLatestTests {
  @Test func `each element has the newest one of the other signal`() {
    let marbles = MarbleTest()
    let (a, b) = (marbles.hot("a--b-----c--d|"), marbles.hot("-1----2-3-----|"))
    marbles.expect(
      a.signal.withLatest(from: b.signal), gives: "---[b1]-----[c3]--[d3]|")
    b.expectSubscriptions("^------------!")
  }

  @Test func `at the same moment, the other's element is used`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a-b|").signal.share()
    marbles.expect(source.withLatest(from: source), gives: "[aa]-[bb]|")
  }

  @Test func `the newest element is used after the other's end`() {
    let marbles = MarbleTest()
    let other = marbles.hot("1|")
    marbles.expect(
      marbles.hot("--a-b|").signal.withLatest(from: other.signal), gives: "--[a1]-[b1]|")
    other.expectSubscriptions("^!")
  }

  @Test func `the other's end without an element ends the signal`() {
    let marbles = MarbleTest()
    let source = marbles.hot("--a-b|")
    marbles.expect(source.signal.withLatest(from: marbles.hot("-|").signal), gives: "-|")
    source.expectSubscriptions("^!")
  }
}
