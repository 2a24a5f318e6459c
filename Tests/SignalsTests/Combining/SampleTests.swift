import Signals
import Testing

struct SampleTests {
  @Test func `the newest element, once for each trigger`() {
    let stage = Stage()
    let (source, taps) = (stage.hot("1--2--3--4--5--6"), stage.hot("--a----bc---|"))
    stage.expect(source.signal.sample(on: taps.signal), gives: "--1----33---|")
    source.expectSubscriptions("^-----------!")
  }

  @Test func `before the first element there is nothing to sample`() {
    let stage = Stage()
    stage.expect(
      stage.hot("---1---|").signal.sample(on: stage.hot("-a--b----c|").signal),
      gives: "----1----1|")
  }

  @Test func `an element of the same moment is sampled`() {
    let stage = Stage()
    let source = stage.hot("a-b|").signal.share()
    stage.expect(source.sample(on: source), gives: "a-b|")
  }
}
