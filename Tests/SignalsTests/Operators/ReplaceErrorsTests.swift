import Signals
import Testing

struct ReplaceErrorsTests {
  @Test func `each failure is replaced, and the signal continues`() {
    let stage = Stage()
    let source = stage.hot("a-x-b-x|")
    stage.expect(source.results.replaceErrors(with: "e"), gives: "a-e-b-e|")
  }
}
