import Signals
import Testing

struct CombineLatestTests {
  @Test func `the newest of both, once both have given one`() {
    let stage = Stage()
    let (a, b) = (stage.hot("a-----b--|"), stage.hot("--1-----2---|"))
    stage.expect(a.signal.combineLatest(b.signal), gives: "--[a1]---[b1]-[b2]---|")
    a.expectSubscriptions("^--------!")
    b.expectSubscriptions("^-----------!")
  }

  @Test func `two elements of one moment give a combination each`() {
    let stage = Stage()
    let source = stage.hot("a-b|").signal.share()
    stage.expect(
      source.combineLatest(source.map { $0.uppercased() }), gives: "[aA]-([bA][bB])|")
  }

  @Test func `a signal that ends without an element ends it, and the other is released`() {
    let stage = Stage()
    let (a, b) = (stage.hot("-a-b-c|"), stage.hot("--|"))
    stage.expect(a.signal.combineLatest(b.signal), gives: "--|")
    a.expectSubscriptions("^-!")
  }

  @Test func `three are combined as two`() {
    let stage = Stage()
    let (a, b, c) = (stage.hot("a----|"), stage.hot("-b-d-|"), stage.hot("--c--|"))
    stage.expect(
      a.signal.combineLatest(b.signal, c.signal), gives: "--[abc][adc]-|")
  }
}
