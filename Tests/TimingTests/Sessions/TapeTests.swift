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
}
