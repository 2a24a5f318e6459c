import Signals
import Testing

struct SampleTests {
  @Test func `sample sends the newest element, once for each trigger`() {
    let marbles = MarbleTest()
    let (source, taps) = (marbles.hot("1--2--3--4--5--6"), marbles.hot("--a----bc---|"))
    marbles.expect(source.signal.sample(on: taps.signal), gives: "--1----33---|")
    source.expectSubscriptions("^-----------!")
  }

  @Test func `a trigger before the first element sends nothing`() {
    let marbles = MarbleTest()
    marbles.expect(
      marbles.hot("---1---|").signal.sample(on: marbles.hot("-a--b----c|").signal),
      gives: "----1----1|")
  }

  @Test func `an element at the same moment is sampled`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a-b|").signal.share()
    marbles.expect(source.sample(on: source), gives: "a-b|")
  }
}
