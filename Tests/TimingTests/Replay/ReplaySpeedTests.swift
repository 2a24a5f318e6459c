import Testing
import Timing

struct ReplaySpeedTests {
  @Test(arguments: [
    (1, "1x"), (16, "16x"), (0.25, "1/4x"), (0.001, "1/1000x"), (2.5, "2.5x"), (0.003, "0.003x"),
    (5000, "5000x"), (.infinity, "max"),
  ])
  func `a speed has the text of its factor`(factor: Double, text: String) {
    #expect(ReplaySpeed(factor).text == text)
  }

  @Test func `faster and slower stay within bounds, and never reverse`() {
    #expect(ReplaySpeed(800).faster == ReplaySpeed(1024))
    #expect(ReplaySpeed(1024).faster == ReplaySpeed(1024))
    #expect(ReplaySpeed(5000).faster == ReplaySpeed(5000))
    #expect(ReplaySpeed(5000).slower == ReplaySpeed(2500))
    #expect(ReplaySpeed(0.2).slower == ReplaySpeed(0.125))
    #expect(ReplaySpeed(0.001).slower == ReplaySpeed(0.001))
    #expect(ReplaySpeed(0.001).faster == ReplaySpeed(0.002))
  }

  @Test func `a screen replaces a replay without waits by a fast one`() {
    #expect(ReplaySpeed.max.onScreen == ReplaySpeed(1024))
    #expect(ReplaySpeed(5000).onScreen == ReplaySpeed(5000))
  }
}
