import Signals
import Testing

struct CurrentAndPreviousTests {
  @Test func `each element has the previous one`() {
    let marbles = MarbleTest()
    marbles.expect(
      marbles.hot("-a-b--c|").signal.currentAndPrevious(), gives: "-a-[ba]--[cb]|")
  }

  @Test func `splits become laps`() {
    let laps = Signal.of(28, 55, 90).currentAndPrevious().map { $0.current - ($0.previous ?? 0) }
    var received: [Int] = []
    _ = laps.subscribe { received.append($0) }
    #expect(received == [28, 27, 35])
  }
}
