import Signals
import Testing

struct CombineLatestTests {
  @Test func `combineLatest sends the newest of both, once both have one`() {
    let stage = Stage()
    let (a, b) = (stage.hot("a-----b--|"), stage.hot("--1-----2---|"))
    stage.expect(a.signal.combineLatest(b.signal), gives: "--[a1]---[b1]-[b2]---|")
    a.expectSubscriptions("^--------!")
    b.expectSubscriptions("^-----------!")
  }

  @Test func `two elements of the same moment give two combinations`() {
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

  @Test func `four are combined as two`() {
    let stage = Stage()
    let (a, b) = (stage.hot("a----|"), stage.hot("-b-d-|"))
    let (c, d) = (stage.hot("--c--|"), stage.hot("-d|"))
    stage.expect(
      a.signal.combineLatest(b.signal, c.signal, d.signal).map { $0 + $1 + $2 + $3 },
      gives: "--[abcd][adcd]-|")
  }

  @Test func `signals of an array are combined in order`() {
    let stage = Stage()
    let sources = ["a---b-|", "--1---|", "-x---y---|"].map { stage.hot($0) }
    stage.expect(
      Signal.combineLatest(sources.map(\.signal)).map { $0.joined() },
      gives: "--[a1x]-[b1x][b1y]---|")
    sources[0].expectSubscriptions("^-----!")
    sources[2].expectSubscriptions("^--------!")
  }

  @Test func `an empty signal in an array ends it, and the others are released`() {
    let stage = Stage()
    let sources = ["-a-b-c|", "--|", "d------|"].map { stage.hot($0) }
    stage.expect(Signal.combineLatest(sources.map(\.signal)).map { $0.joined() }, gives: "--|")
    sources[0].expectSubscriptions("^-!")
    sources[2].expectSubscriptions("^-!")
  }

  @Test func `an empty array ends at once`() {
    Stage().expect(Signal<Int>.combineLatest([]).map(\.count), gives: "|")
  }

  @Test func `an array of prepended signals sends its first combination at once`() {
    let stage = Stage()
    let sources: [Signal<String>] = [.of("a", "b"), .of("c", "d")]
    stage.expect(Signal.combineLatest(sources).map { $0.joined() }, gives: "([bc][bd]|)")
  }

  @Test func `elements that are optional may be nil`() {
    var log: [[Int?]] = []
    let sources: [Signal<Int?>] = [.of(nil, 1), .of(nil)]
    let subscription = Signal.combineLatest(sources).subscribe { log.append($0) }
    #expect(log == [[1, nil]])
    subscription.cancel()
  }
}
