import Testing
import Text
import Timing
import TimingTestSupport

struct TapeTests {
  @Test func `a session recorded afterwards plays as it happened`() throws {
    var track = Track()
    let start = track.machine.reading.recordedAt - .seconds(86_400)
    try track.perform(.start(Event.Start()), { .stated(start, $0) })
    try track.perform(.lap(label: nil), { .stated(start + .seconds(30), $0) })
    try track.perform(.stop, { .stated(start + .seconds(60), $0) })
    let tape = Tape(track.events)
    #expect(tape.entries.map(\.position) == [.zero, .seconds(30), .seconds(60)])
    #expect(tape.entries.map(\.snapshot.displayedTime) == [.zero, .seconds(30), .seconds(60)])
    #expect(tape.reading(at: .seconds(45))?.recordedAt == start + .seconds(45))
  }

  @Test func `entries and rulings of a race recorded afterwards play among its crossings`() {
    var track = Track()
    let start = track.machine.reading.recordedAt - .seconds(86_400)
    track.append(.started(.init()), .stated(start, track.machine.reading))
    track.append(.race(.entered(.init(bib: "17"))))
    track.append(
      .race(.crossed(.init(bib: "17"))), .stated(start + .seconds(30), track.machine.reading))
    track.append(.race(.ruled(.init(bib: "17", .time(.seconds(5))))))
    track.append(.stopped, .stated(start + .seconds(60), track.machine.reading))
    // After the stop, it was made when it was made: its gap is cut.
    track.append(.race(.ruled(.init(bib: "17", .status(.dsq)))))
    let positions: [Duration] = [.zero, .zero, .seconds(30), .seconds(30), .seconds(60)]
    #expect(Tape(track.events).entries.map(\.position) == positions + [.seconds(61)])
  }

  @Test(arguments: [false, true])
  func `a ruling before a crossing that was stated late plays when it was made`(isAfterOne: Bool) {
    var track = Track()
    track.append(.started(.init()))
    let late = (Event.Kind.race(.crossed(.init(bib: "4"))), Duration?.some(.seconds(3)))
    for (kind, ago) in [
      (.race(.entered(.init(bib: "17"))), nil), (.race(.crossed(.init(bib: "17"))), nil),
    ] + (isAfterOne ? [late] : []) + [
      (.race(.ruled(.init(bib: "17", .time(.seconds(5))))), nil),
      (.race(.crossed(.init(bib: "4"))), .seconds(15)),
    ] as [(Event.Kind, Duration?)] {
      track.pass(.seconds(10))
      track.append(kind, ago.map { .ago($0, track.machine.reading) })
    }
    let seconds = isAfterOne ? [0, 10, 20, 27, 40, 40] : [0, 10, 20, 30, 30]
    #expect(Tape(track.events).entries.map(\.position) == seconds.map { .seconds($0) })
  }

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
