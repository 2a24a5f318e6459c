import Signals
import Testing

struct WithLatestTests {
  @Test func `each element comes with the newest of the other`() {
    let stage = Stage()
    let (a, b) = (stage.hot("a--b-----c--d|"), stage.hot("-1----2-3-----|"))
    stage.expect(
      a.signal.withLatest(from: b.signal), gives: "---[b1]-----[c3]--[d3]|")
    b.expectSubscriptions("^------------!")
  }

  @Test func `of elements of one moment the other's counts already`() {
    let stage = Stage()
    let source = stage.hot("a-b|").signal.share()
    stage.expect(source.withLatest(from: source), gives: "[aa]-[bb]|")
  }

  @Test func `its newest element outlives the other's end`() {
    let stage = Stage()
    let other = stage.hot("1|")
    stage.expect(
      stage.hot("--a-b|").signal.withLatest(from: other.signal), gives: "--[a1]-[b1]|")
    other.expectSubscriptions("^!")
  }

  @Test func `the other's end without an element is the end`() {
    let stage = Stage()
    let source = stage.hot("--a-b|")
    stage.expect(source.signal.withLatest(from: stage.hot("-|").signal), gives: "-|")
    source.expectSubscriptions("^!")
  }
}
