import Signals
import Testing

struct CatchTests {
  @Test func `the first failure hands over to another signal`() {
    let stage = Stage()
    let source = stage.hot("a--x--b|")
    let other = stage.cold("-c-d|")
    stage.expect(source.results.catch { _ in other.signal }, gives: "a---c-d|")
    source.expectSubscriptions("^--!")
    other.expectSubscriptions("---^---!")
  }

  @Test func `without a failure the handler is not asked`() {
    let stage = Stage()
    let source = stage.hot("a-b|")
    let other = stage.cold("c|")
    stage.expect(source.results.catch { _ in other.signal }, gives: "a-b|")
    other.expectSubscriptions()
  }

  @Test func `cancelled, it lets go of the handler's signal`() {
    let stage = Stage()
    let other = stage.cold("-c-d|")
    stage.expect(
      stage.hot("a-x").results.catch { _ in other.signal }, during: "^---!", gives: "a--c---")
    other.expectSubscriptions("--^-!")
  }
}
