import Signals
import Testing

struct CombineLatestTests {
  @Test func `combineLatest sends the newest elements of both, once both have one`() {
    let marbles = MarbleTest()
    let (a, b) = (marbles.hot("a-----b--|"), marbles.hot("--1-----2---|"))
    marbles.expect(a.signal.combineLatest(b.signal), gives: "--[a1]---[b1]-[b2]---|")
    a.expectSubscriptions("^--------!")
    b.expectSubscriptions("^-----------!")
  }

  @Test func `two elements at the same moment give two combinations`() {
    let marbles = MarbleTest()
    let source = marbles.hot("a-b|").signal.share()
    marbles.expect(
      source.combineLatest(source.map { $0.uppercased() }), gives: "[aA]-([bA][bB])|")
  }

  @Test func `an empty signal ends combineLatest, and the other is released`() {
    let marbles = MarbleTest()
    let (a, b) = (marbles.hot("-a-b-c|"), marbles.hot("--|"))
    marbles.expect(a.signal.combineLatest(b.signal), gives: "--|")
    a.expectSubscriptions("^-!")
  }

  @Test func `three signals are combined like two`() {
    let marbles = MarbleTest()
    let (a, b, c) = (marbles.hot("a----|"), marbles.hot("-b-d-|"), marbles.hot("--c--|"))
    marbles.expect(
      a.signal.combineLatest(b.signal, c.signal), gives: "--[abc][adc]-|")
  }

  @Test func `four signals are combined like two`() {
    let marbles = MarbleTest()
    let (a, b) = (marbles.hot("a----|"), marbles.hot("-b-d-|"))
    let (c, d) = (marbles.hot("--c--|"), marbles.hot("-d|"))
    marbles.expect(
      a.signal.combineLatest(b.signal, c.signal, d.signal).map { $0 + $1 + $2 + $3 },
      gives: "--[abcd][adcd]-|")
  }

  @Test func `signals of an array are combined in order`() {
    let marbles = MarbleTest()
    let sources = ["a---b-|", "--1---|", "-x---y---|"].map { marbles.hot($0) }
    marbles.expect(
      Signal.combineLatest(sources.map(\.signal)).map { $0.joined() },
      gives: "--[a1x]-[b1x][b1y]---|")
    sources[0].expectSubscriptions("^-----!")
    sources[2].expectSubscriptions("^--------!")
  }

  @Test func `an empty signal in an array ends combineLatest, and the others are released`() {
    let marbles = MarbleTest()
    let sources = ["-a-b-c|", "--|", "d------|"].map { marbles.hot($0) }
    marbles.expect(Signal.combineLatest(sources.map(\.signal)).map { $0.joined() }, gives: "--|")
    sources[0].expectSubscriptions("^-!")
    sources[2].expectSubscriptions("^-!")
  }

  @Test func `an empty array ends at once`() {
    MarbleTest().expect(Signal<Int>.combineLatest([]).map(\.count), gives: "|")
  }

  @Test func `an array of prepended signals sends its first combination at once`() {
    let marbles = MarbleTest()
    let sources: [Signal<String>] = [.of("a", "b"), .of("c", "d")]
    marbles.expect(Signal.combineLatest(sources).map { $0.joined() }, gives: "([bc][bd]|)")
  }

  @Test func `optional elements may be nil`() {
    var log: [[Int?]] = []
    let sources: [Signal<Int?>] = [.of(nil, 1), .of(nil)]
    let subscription = Signal.combineLatest(sources).subscribe { log.append($0) }
    #expect(log == [[1, nil]])
    subscription.cancel()
  }
}
