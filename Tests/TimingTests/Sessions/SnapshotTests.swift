import Testing
import Timing
import TimingTestSupport
import Text

struct SnapshotTests {
  private var track: Track

  /// Laps at 10 s and 30 s of running time, with a pause of 100 s after 20 s.
  init() throws {
    track = try Track.started(.init(name: "Tempo run"))
    try track.perform(.lap(label: "one"), after: .seconds(10))
    try track.perform(.stop, after: .seconds(10))
    try track.perform(.mark(label: "rest"), after: .seconds(100))
    try track.perform(.resume)
    try track.perform(.lap(label: "two"), after: .seconds(10))
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
  func `a running time has the first place at which the clock showed it`(
    time: Int, place: Int?
  ) throws {
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
