import Signals
import Terminal
import Testing
import TimingTestSupport
import Timing

struct SpeedTests {
  @Test(arguments: [
    (1, "1x"), (16, "16x"), (0.25, "1/4x"), (0.001, "1/1000x"), (2.5, "2.5x"), (0.003, "0.003x"),
    (5000, "5000x"), (.infinity, "1024x"),
  ])
  func `it is as was asked for, and tells so`(factor: Double, text: String) {
    #expect(Speed(factor).text == text)
  }

  @Test func `keys lead to what is shown well, and never the other way`() {
    #expect(Speed(800).faster == Speed(1024))
    #expect(Speed(1024).faster == Speed(1024))
    #expect(Speed(5000).faster == Speed(5000))
    #expect(Speed(5000).slower == Speed(2500))
    #expect(Speed(0.2).slower == Speed(0.125))
    #expect(Speed(0.001).slower == Speed(0.001))
    #expect(Speed(0.001).faster == Speed(0.002))
  }

  @Test(arguments: [0.001, 1e15])
  func `the extremes play`(factor: Double) throws {
    var track = Track()
    try track.perform(.start(Event.Start()))
    track.pass(.seconds(400 * 86_400))
    try track.perform(.lap(label: nil))
    let deck = Deck(track, speed: Speed(factor))
    deck.scheduler.advance(by: .seconds(86_400))
    deck.press(.left, .character(" "))
    #expect(deck.row(0).hasSuffix("running"))
  }
}
