import Testing
import Text
import Timing
import TimingTestSupport

struct SnapshotTests {
  private var track: Track

  /// Laps at 10 s and 30 s of running time, with a pause of 100 s after 20 s.
  init() throws {
    track = try Track.started(.init(name: "Tempo run"))
    try track.perform(
      (10, .lap(label: "one")), (10, .stop), (100, .mark(label: "rest")), (0, .resume),
      (10, .lap(label: "two")))
    track.pass(.seconds(5))
  }

  @Test func `a snapshot at a running time excludes later events`() throws {
    let now = track.machine.reading
    let early = try #require(track.session.snapshot(atRunningTime: .seconds(12), asOf: now))
    #expect(early.session.laps.map(\.label) == ["one"])
    #expect(early.snapshot.phase == .running)
    #expect(early.snapshot.runningTime == .seconds(12))
    #expect(early.session.timestamps.isEmpty)
    #expect(early.snapshot.at == track.events[0].at + .seconds(12))
    let resting = try #require(track.session.snapshot(atRunningTime: .seconds(20), asOf: now))
    #expect(resting.snapshot.phase == .stopped)
    let late = try #require(track.session.snapshot(atRunningTime: .seconds(35), asOf: now))
    #expect(late.session.laps.map(\.split) == [.seconds(10), .seconds(30)])
    #expect(late.session.timestamps.map(\.label) == ["rest"])
    #expect(late.snapshot.at == now.recordedAt)
    #expect(track.session.snapshot(atRunningTime: .seconds(36), asOf: now) == nil)
    #expect(track.session.snapshot(at: now).runningTime == .seconds(35))
  }

  @Test(arguments: [(-2, -2), (0, 0), (20, 20), (21, 121), (35, 135), (36, nil)] as [(Int, Int?)])
  func `a running time has the first place at which it was shown`(time: Int, place: Int?) throws {
    let found = track.session.place(ofRunningTime: .seconds(time), asOf: track.machine.reading)
    #expect(found == place.map { .seconds($0) })
  }

  @Test func `after a lap exactly on the limit the limit's moment is known`() throws {
    var track = Track()
    let begin = track.machine.reading.recordedAt
    try track.perform(.start(.init(plan: Plan(limit: .seconds(10)))))
    try track.perform(.lap(label: nil), after: .seconds(10))
    #expect(track.session.summary.limitAt == begin + .seconds(10))
    #expect(track.session.summary.runningSince == begin)
    #expect(track.phase == .finished)
    // Such a lap counts also after a stop at the same moment.
    try track.perform((0, .stop), (0, .lap(label: nil)))
    #expect(track.numbers == [1, 2])
  }

  @Test func `the end by the planned lap is the time of that lap, also of a clock that was set`()
    throws
  {
    var track = try Track.started(.init(plan: Plan(laps: 1)))
    track.machine.step(.seconds(5))
    let lap = try track.perform(.lap(label: nil), after: .seconds(10)) { .ago(.seconds(2), $0) }
    #expect(track.session.endedAt == lap.at)
  }

  @Test func `a resume after the limit finds the session finished`() throws {
    var track = try Track.started(.init(plan: Plan(limit: .seconds(10))))
    let end = track.machine.reading.recordedAt + .seconds(10)
    #expect(track.session.endedAt == nil)
    // laptimer refuses this resume; another program can append it.
    track.pass(.seconds(15))
    track.append(.resumed)
    #expect(track.session.endedAt == end)
    #expect(track.session.summary.runningSince == nil)
  }

  @Test mutating func `a snapshot at a running time includes later corrections`() throws {
    try track.perform(.amend(.number(1), .init(move: .by(.seconds(-4)))))
    try track.perform(.plan(PlanChange(limit: .set(.seconds(25)))))
    let now = track.machine.reading
    let early = try #require(track.session.snapshot(atRunningTime: .seconds(7), asOf: now))
    #expect(early.session.laps.map(\.split) == [.seconds(6)])
    #expect(early.snapshot.phase == .running)
    let end = try #require(track.session.snapshot(atRunningTime: .seconds(25), asOf: now))
    #expect(end.snapshot.phase == .finished)
    #expect(track.session.snapshot(atRunningTime: .seconds(26), asOf: now) == nil)
  }

  @Test func `a snapshot at the newest event is as of that event`() throws {
    var session = Session()
    #expect(session.snapshotAtNewestEvent() == nil)
    var times: [Duration?] = []
    for event in track.events {
      session.apply(event)
      times.append(session.snapshotAtNewestEvent()?.runningTime)
    }
    #expect(times == [0, 10, 20, 20, 20, 30].map { Duration.seconds($0) })
    #expect(session.snapshotAtNewestEvent()?.at == track.events.last?.at)
  }

  @Test func `a snapshot at an event in the countdown shows the countdown`() throws {
    var track = try Track.started { .after(.seconds(10), $0) }
    try track.perform(.mark(label: "ready"), after: .seconds(3))
    #expect(track.session.snapshotAtNewestEvent()?.runningTime == .seconds(-7))
    #expect(track.session.snapshotAtNewestEvent()?.phase == .countdown)
  }

  @Test func `a moment is placed by the nearest reading`() throws {
    var track = try Track.started()
    track.pass(.seconds(10))
    track.machine.step(.seconds(3600))
    try track.perform(.lap(label: nil))
    track.pass(.seconds(5))
    let now = track.machine.reading
    let before = try #require(track.session.snapshot(atRunningTime: .seconds(9), asOf: now))
    #expect(before.snapshot.at == track.events[0].at + .seconds(9))
    let after = try #require(track.session.snapshot(atRunningTime: .seconds(12), asOf: now))
    #expect(after.snapshot.at == now.recordedAt - .seconds(3))
  }

  @Test mutating func `unknown kinds are counted`() throws {
    #expect(track.session.unknownKinds.isEmpty)
    track.append(.unknown(name: "cheered"))
    track.append(.unknown(name: "cheered"))
    #expect(track.session.unknownKinds == ["cheered": 2])
  }
}

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
