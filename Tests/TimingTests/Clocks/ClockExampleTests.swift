import Testing
import Text
import Timing
import TimingTestSupport

/// Examples of each rule that places an event on the timeline, some with their explanations.
///
/// The documentation page *Time* shows the same examples.
@Suite struct ClockExampleTests {
  private var track = Track()

  init() throws { try track.perform(.start(.init())) }

  private func explanation(ofLap number: Int) throws -> Explanation {
    try track.session.explanation(of: .number(number), at: track.machine.reading)
  }

  @Test mutating func `within one boot the ticks alone count`() throws {
    try track.perform(.lap(label: nil), after: .seconds(10))
    #expect(track.splits == [.seconds(10)])
    #expect(track.session.laps[0].flags == [])
    #expect(track.session.summary.quality == .exact)
  }

  @Test mutating func `ago: a lap that was pressed late is placed before its reading`() throws {
    try track.perform(.lap(label: nil), after: .seconds(10)) { .ago(.seconds(2), $0) }
    #expect(track.splits == [.seconds(8)])
    #expect(track.session.laps[0].flags == .stated)
  }

  @Test mutating func `stated: a wall-clock time is placed by the nearest sound reading`() throws {
    let start = track.machine.reading.recordedAt
    try track.perform(.lap(label: nil), after: .seconds(100)) { .stated(start + .seconds(4), $0) }
    #expect(track.splits == [.seconds(4)])
    #expect(track.session.laps[0].flags == .stated)
    #expect(track.session.summary.quality == .stated)
    let explanation = try explanation(ofLap: 1)
    #expect(explanation.runningTime == .seconds(4))
    #expect(explanation.sources[1].steps.map(\.reason) == [.stated(reading: 1)])
    #expect(explanation.sources[1].steps.map(\.span) == [.seconds(-96)])
    #expect(explanation.doubt?.reasons == [.stated(2)])
  }

  @Test mutating func `stated: a reading before a clock step decides the time before it`() throws {
    let start = track.machine.reading.recordedAt
    track.pass(.seconds(100))
    track.machine.step(.seconds(3600))
    // The start's reading is 4 s away from the stated moment, that of the lap over an hour.
    try track.perform(.lap(label: nil)) { .stated(start + .seconds(4), $0) }
    #expect(track.splits == [.seconds(4)])
  }

  @Test mutating func `stepped: the wall clock is set by an hour, and the ticks win`() throws {
    track.pass(.seconds(10))
    track.machine.step(.seconds(3600))
    try track.perform(.lap(label: nil))
    #expect(track.splits == [.seconds(10)])
    #expect(track.session.laps[0].flags == .stepped)
    #expect(track.session.summary.quality == .stepped)
    let explanation = try explanation(ofLap: 1)
    #expect(explanation.runningTime == .seconds(10))
    #expect(explanation.sources[1].quality == .stepped)
    #expect(explanation.sources[1].wallClockStep == .seconds(3600))
    #expect(explanation.doubt?.size == .zero)
  }

  @Test(arguments: [
    (10, 1_000, false), (10, 1_001, true), (3_000, 1_500, false), (3_000, 1_501, true),
  ])
  mutating func `stepped: drift up to one second, or 500 ppm of the ticks, is tolerated`(
    seconds: Int, drift: Int, isStepped: Bool
  ) throws {
    track.pass(.seconds(seconds))
    track.machine.step(.milliseconds(drift))
    try track.perform(.lap(label: nil))
    #expect(track.session.laps[0].flags == (isStepped ? .stepped : []))
  }

  @Test mutating func `bridged: the wall clock measures a reboot`() throws {
    track.pass(.seconds(10))
    track.machine.reboot(lasting: .seconds(60))
    try track.perform(.lap(label: nil))
    #expect(track.splits == [.seconds(70)])
    #expect(track.session.laps[0].flags == .bridged)
    #expect(track.session.summary.quality == .bridged)
    try track.perform(.lap(label: nil), after: .seconds(5))
    #expect(track.splits == [.seconds(70), .seconds(75)])
    // Between the readings of the new boot, its ticks count.
    #expect(track.session.laps[1].flags == [])
  }

  @Test mutating func `unknown: after a reboot with the clock set back the gap is 0`() throws {
    try track.perform(.lap(label: nil), after: .seconds(10))
    track.machine.reboot(lasting: .seconds(-3600))
    try track.perform(.lap(label: nil))
    #expect(track.splits == [.seconds(10), .seconds(10)])
    #expect(track.session.laps[1].flags == .unknown)
    let explanation = try explanation(ofLap: 2)
    #expect(explanation.runningTime == .seconds(10))
    #expect(explanation.lapDoubt?.reasons == [.unknownGap(from: 2, to: 3)])
    #expect(explanation.clocks.map(\.quality) == [.exact, .unknown])
    try track.perform(.lap(label: nil), after: .seconds(5))
    #expect(track.splits[2] == .seconds(15))
    #expect(track.session.summary.quality == .unknown)
  }

  @Test mutating func `unknown: a reading that is not sound places no stated moment`() throws {
    let start = track.machine.reading.recordedAt
    try track.perform(.mark(label: "before the reboot"), after: .seconds(10))
    track.machine.reboot(lasting: .seconds(-3600))
    try track.perform(.lap(label: nil))
    // The wall clock of the new boot is an hour behind: by it the moment would be in the future.
    try track.perform(.lap(label: nil)) { .stated(start + .seconds(4), $0) }
    #expect(track.splits == [.seconds(4), .seconds(10)])
  }

  @Test mutating func `waited: a press appended second gets the place of the first`() throws {
    track.pass(.seconds(9))
    let earlier = track.machine.reading
    try track.perform(.lap(label: "first in the log"), after: .seconds(1))
    try track.perform(.lap(label: "pressed first"), reading: earlier)
    #expect(track.splits == [.seconds(10), .seconds(10)])
    #expect(track.session.laps[1].flags == .waited)
    let explanation = try explanation(ofLap: 2)
    #expect(explanation.runningTime == .seconds(10))
    #expect(explanation.sources.last?.steps.map(\.reason) == [.waited])
    #expect(explanation.sources.last?.steps.map(\.span) == [.seconds(1)])
    #expect(explanation.doubt?.size == .seconds(1))
    // The doubts of a stop and a lap that waited add up.
    try track.perform(.stop, reading: earlier)
    try track.perform(.resume, after: .seconds(2))
    let later = track.machine.reading
    try track.perform(.lap(label: nil), after: .seconds(1))
    try track.perform(.lap(label: nil), reading: later)
    #expect(try self.explanation(ofLap: 4).doubt?.size == .seconds(2))
  }

  @Test mutating func `late: a lap stated for a past moment is inserted there`() throws {
    try track.perform(.lap(label: "seen"), after: .seconds(10))
    try track.perform(.lap(label: "forgotten"), after: .seconds(10)) { .ago(.seconds(16), $0) }
    #expect(track.splits == [.seconds(4), .seconds(10)])
    #expect(track.session.laps.map(\.label) == ["forgotten", "seen"])
    #expect(track.session.laps[0].flags == [.stated, .late])
    #expect(track.numbers == [1, 2])
  }

  @Test func `countdown: a future start has a negative running time`() throws {
    var track = try Track.started { .after(.seconds(3), $0) }
    #expect(track.phase == .countdown)
    #expect(track.runningTime == .seconds(-3))
    #expect(throws: Refusal.countingDown(.seconds(3))) { try track.perform(.lap(label: nil)) }
    track.pass(.seconds(5))
    #expect(track.phase == .running)
    #expect(track.runningTime == .seconds(2))
  }

  @Test func `the example of the documentation gives its results`() throws {
    let begin = Moment(nanosecondsSince1970: 1_800_000_000_000_000_000)
    func reading(_ time: Duration) -> Reading {
      Reading(clock: ClockID(rawValue: 1), ticks: time, recordedAt: begin + time)
    }

    var session = Session()
    var random = SystemRandomNumberGenerator()
    func perform(_ command: Command, at time: Duration) throws(Refusal) {
      let time = EventTime.now(reading(time))
      let kind = try session.decide(command, time)
      session.apply(
        Event(
          id: EventID(at: time.at, using: &random), version: session.summary.version + 1,
          kind: kind, at: time.at, basis: time.basis, reading: time.reading))
    }

    try perform(.start(Event.Start(name: "Tempo run")), at: .zero)
    try perform(.lap(label: nil), at: .seconds(12.3))
    try perform(.lap(label: "bend"), at: .seconds(25))
    try perform(.undo, at: .seconds(26))

    #expect(session.laps.count == 1)
    #expect(session.summary.phase(at: reading(.seconds(30))) == .running)
    #expect(SplitList.header(count: session.summary.lapCount) == "1 lap")
  }
}

/// The ends of the timeline, and the clocks and events that it knows.
struct TimelineTests {
  private static let century = Duration.seconds(100 * 365 * 86_400)
  private var track = Track()

  init() throws { try track.perform(.start(.init())) }

  @Test mutating func `the newest reading of each other clock is kept once`() throws {
    func others() -> [Int64]? {
      track.session.summary.timeline?.others.keys.map(\.rawValue).sorted()
    }
    #expect(others() == [])
    let first = track.machine
    track.machine.reboot(lasting: .seconds(5))
    try track.perform(.lap(label: nil))
    #expect(others() == [1])
    let second = track.machine
    track.machine = first
    try track.perform(.lap(label: nil), after: .seconds(9))
    #expect(others() == [2])
    track.machine = second
    try track.perform(.lap(label: nil), after: .seconds(9))
    #expect(others() == [1])
  }

  @Test mutating func `only a new session is accepted after a jump beyond the timeline`() throws {
    track.machine.wall = 0
    track.machine.reboot(lasting: .zero)
    try track.perform(.lap(label: nil))
    track.machine.ticks = .max
    #expect(throws: Refusal.beyondTimeline) { try track.perform(.lap(label: nil)) }
    #expect(throws: Refusal.beyondTimeline) { try track.perform(.undo) }
  }

  @Test mutating func `an imported event beyond the timeline is placed at its end`() throws {
    let lap = try track.perform(.lap(label: nil), after: .seconds(1))
    #expect(track.session.firstBeyondTimeline == nil)
    for _ in 0..<3 { track.append(.amended(lap.id, .init(move: .by(Self.century)))) }
    #expect(track.session.laps[0].place == Duration.lastPlace)
    #expect(track.session.firstBeyondTimeline == 4)
    #expect(track.session.laps[0].split == Duration.lastPlace)
    track.append(.amended(lap.id, .init(move: .by(.zero - Self.century * 2))))
    #expect(track.session.laps[0].place == Self.century + .seconds(1))
  }

  @Test mutating func `a removal before its lap has no effect`() throws {
    track.append(.removed(EventID(high: 1, low: 3)))
    try track.perform(.lap(label: nil), after: .seconds(5))
    #expect(track.numbers == [1])
    try track.perform(.plan(PlanChange(laps: .set(3))))
    #expect(track.numbers == [1])
  }
}
