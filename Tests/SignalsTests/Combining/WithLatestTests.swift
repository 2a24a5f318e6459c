import Signals
import Testing

struct WithLatestTests {
  @Test func `each element has the newest one of the other signal`() {
    let stage = Stage()
    let (a, b) = (stage.hot("a--b-----c--d|"), stage.hot("-1----2-3-----|"))
    stage.expect(
      a.signal.withLatest(from: b.signal), gives: "---[b1]-----[c3]--[d3]|")
    b.expectSubscriptions("^------------!")
  }

  @Test func `at the same moment, the other's element is used`() {
    let stage = Stage()
    let source = stage.hot("a-b|").signal.share()
    stage.expect(source.withLatest(from: source), gives: "[aa]-[bb]|")
  }

  @Test func `the newest element is used after the other's end`() {
    let stage = Stage()
    let other = stage.hot("1|")
    stage.expect(
      stage.hot("--a-b|").signal.withLatest(from: other.signal), gives: "--[a1]-[b1]|")
    other.expectSubscriptions("^!")
  }

  @Test func `the other's end without an element ends the signal`() {
    let stage = Stage()
    let source = stage.hot("--a-b|")
    stage.expect(source.signal.withLatest(from: stage.hot("-|").signal), gives: "-|")
    source.expectSubscriptions("^!")
  }
}
