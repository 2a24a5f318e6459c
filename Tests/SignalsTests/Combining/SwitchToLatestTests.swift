import Signals
import Testing

struct SwitchToLatestTests {
  @Test func `the newest inner signal replaces the one before it`() {
    let stage = Stage()
    let source = stage.hot("a-----b------|")
    let inner = ["a": stage.cold("1--2--3--4|"), "b": stage.cold("5-6-7|")]
    stage.expect(
      source.signal.compactMap { inner[$0]?.signal }.switchToLatest(),
      gives: "1--2--5-6-7--|")
    inner["a"]?.expectSubscriptions("^-----!")
    inner["b"]?.expectSubscriptions("------^----!")
  }

  @Test func `after the outer end the newest inner one runs on to its own`() {
    let stage = Stage()
    let inner = stage.cold("1---2|")
    stage.expect(
      stage.hot("-a-|").signal.map { _ in inner.signal }.switchToLatest(),
      gives: "-1---2|")
  }

  @Test func `the old one is released before the new one is subscribed to`() {
    var log: [String] = []
    func inner(_ name: String) -> Signal<Int> {
      Signal { _, lifetime in
        log.append("\(name) subscribed")
        lifetime.onEnd { log.append("\(name) released") }
      }
    }
    let names = Subject<String>()
    let subscription = names.signal.map(inner).switchToLatest().subscribe { _ in }
    names.send("a")
    names.send("b")
    subscription.cancel()
    #expect(log == ["a subscribed", "a released", "b subscribed", "b released"])
  }

  @Test func `what the old one would give in the moment of the switch is not given any more`() {
    let stage = Stage()
    let inner = ["a": stage.cold("1--2--3"), "b": stage.cold("4--5|")]
    stage.expect(
      stage.hot("a--b|").signal.compactMap { inner[$0]?.signal }.switchToLatest(),
      gives: "1--4--5|")
    inner["a"]?.expectSubscriptions("^--!")
  }

  @Test func `cancelled, it lets go of the inner one`() {
    let stage = Stage()
    let inner = stage.cold("1--2--3")
    stage.expect(
      stage.hot("-a").signal.map { _ in inner.signal }.switchToLatest(),
      during: "^----!", gives: "-1--2-----")
    inner.expectSubscriptions("-^---!")
  }
}
