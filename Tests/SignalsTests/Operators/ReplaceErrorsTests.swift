import Signals
import Testing

struct ReplaceErrorsTests {
  @Test func `each failure is replaced, and the signal continues`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a-x-b-x|")
    marbles.expect(source.results.replaceErrors(with: "e"), gives: "a-e-b-e|")
  }
}
