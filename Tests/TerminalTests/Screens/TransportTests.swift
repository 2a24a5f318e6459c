import Live
import Testing

struct TransportTests {
  private func transport(
    from begin: Duration = .zero, to end: Duration = .seconds(60), _ speed: ReplaySpeed = .normal
  ) -> Transport {
    Transport(begin...end, of: .seconds(60), speed: speed, now: .seconds(100))
  }

  @Test func `the position follows the time at the speed`() {
    let transport = transport(from: .seconds(10), ReplaySpeed(2))
    #expect(transport.position(at: .seconds(100)) == .seconds(10))
    #expect(transport.position(at: .seconds(105)) == .seconds(20))
    #expect(transport.moment(of: .seconds(20)) == .seconds(105))
  }

  @Test func `without waits every position is reached at once`() {
    let transport = transport(.max)
    #expect(transport.moment(of: .seconds(60)) == .seconds(100))
    #expect(transport.position(at: .seconds(100)) == .seconds(60))
  }

  @Test func `a replay pauses at the requested end, then plays to the end of the tape`() {
    var transport = transport(to: .seconds(30))
    #expect(!transport.isPaused(at: .seconds(129)))
    #expect(transport.isPaused(at: .seconds(130)))
    #expect(transport.position(at: .seconds(500)) == .seconds(30))
    transport.togglePause(at: .seconds(500))
    #expect(transport.position(at: .seconds(510)) == .seconds(40))
    #expect(transport.position(at: .seconds(600)) == .seconds(60))
    transport.togglePause(at: .seconds(600))
    #expect(transport.position(at: .seconds(601)) == .seconds(1))
  }

  @Test func `a pause keeps the position, and so does a change of speed`() {
    var transport = transport()
    transport.togglePause(at: .seconds(110))
    #expect(transport.position(at: .seconds(200)) == .seconds(10))
    transport.setSpeed(ReplaySpeed(4), at: .seconds(200))
    #expect(transport.position(at: .seconds(210)) == .seconds(10))
    transport.togglePause(at: .seconds(210))
    #expect(transport.position(at: .seconds(211)) == .seconds(14))
  }

  @Test func `moves stay on the tape, and a paused replay stays paused`() {
    var transport = transport()
    transport.move(by: .seconds(-10), at: .seconds(105))
    #expect(transport.position(at: .seconds(105)) == .zero)
    transport.move(to: .seconds(99), at: .seconds(105))
    #expect(transport.position(at: .seconds(105)) == .seconds(60))
    #expect(transport.isPaused(at: .seconds(105)))
    transport.move(by: .seconds(-10), at: .seconds(110))
    #expect(transport.position(at: .seconds(120)) == .seconds(50))
    #expect(transport.isPaused(at: .seconds(120)))
  }

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
