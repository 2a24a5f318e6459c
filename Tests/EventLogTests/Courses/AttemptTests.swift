import Racing
import Testing
import Text
import Timing
import struct TimingTestSupport.NaiveClock
import struct TimingTestSupport.NaiveCourse
import struct TimingTestSupport.NaiveSession
import struct TimingTestSupport.Seed

@testable import EventLog
@testable import Logbook

struct AttemptTests {
  private static let count = Seed.tries(100)

  @Test func `comparisons equal naive ones; a replay has the live clock's differences`() throws {
    let attemptsInLog = 25
    for _ in 0..<(Self.count + attemptsInLog - 1) / attemptsInLog {
      var attempts = try RandomAttempts(Seed())
      for _ in 0..<attemptsInLog { try attempts.next() }
      #expect(try attempts.log.check().findings == [], "\(attempts.seed)")
    }
  }

  /// Only another program can write a second stop of a stopped session.
  @Test func `an attempt ends at the stop that stopped its clock`() throws {
    let session = EventID(high: 1, low: 1)
    var export = HandmadeExport(device: "finish")
    let plan = Plan(course: "golf", segments: ["Hole 1", "Hole 2"])
    export.add(.started(Event.Start(plan: plan)), session, of: session, at: 0)
    export.add(.lapped(label: nil, segment: 1), EventID(high: 1, low: 2), of: session, at: 10)
    export.add(.stopped, EventID(high: 1, low: 3), of: session, at: 20)
    let fixture = try LogFixture()
    try fixture.open().importing(export.bytes)
    export.add(.stopped, EventID(high: 1, low: 4), of: session, at: 30)
    try fixture.open().importing(export.bytes)
    try fixture.expectSound()
    let endedAt = try #require(try fixture.open().session(1)).endedAt
    #expect(endedAt == Moment(nanosecondsSince1970: 1_800_000_000_000_000_000) + .seconds(20))
  }
}

/// Attempts with skipped segments, corrections and changed courses, recorded in a log.
private struct RandomAttempts {
  private(set) var seed: Seed
  private var fixture: LogFixture
  let log: Logbook
  private var events: [Int: [Event]] = [:]
  private var naive: [Int: NaiveAttempt] = [:]
  /// The sessions with events since the last comparison.
  private var changed: Set<Int> = []

  private static let courses = [
    ["A", "B", "C"], ["A", "B", "X", "C"], ["A", "A", "B", "C"], ["B", "C", "A"], ["A", "C"],
  ]

  init(_ seed: Seed) throws {
    self.seed = seed
    fixture = try LogFixture()
    log = try fixture.open(.appending(longLived: true))
  }

  /// Records an attempt, sometimes corrects an older one, and compares.
  mutating func next() throws {
    let number = events.count + 1
    var start = Event.Start()
    start.plan.course = seed.pick(from: ["c", "d"])
    if number < 6 || seed.chance(40) { start.plan.segments = seed.pick(from: Self.courses) }
    guard try perform(.start(start), of: .new(also: true)) else { return }
    var live = [try differences(number)]
    for _ in 0..<2 + seed.below(9) {
      fixture.machine.pass(seed.seconds() + .nanoseconds(seed.below(1_000_000)))
      let (command, time) = step()
      guard try perform(command, of: .number(number), time: time) else { continue }
      live.append(try differences(number))
    }
    if seed.chance(70), try perform(.stop, of: .number(number)) {
      live.append(try differences(number))
    }
    try replay(number, live)
    if seed.chance(40) { try perform(correction(), of: .number(1 + seed.below(number))) }
    try compare(number)
  }

  private mutating func step() -> (Command, Request.Time) {
    let segments = ["A", "B", "C", "X"]
    switch seed.below(100) {
    case ..<48: return (.lap(label: nil), .now)
    case ..<58: return (.lap(label: seed.pick(from: segments)), .now)
    case ..<64: return (.lap(label: nil, segment: seed.pick(from: segments)), .now)
    case ..<70: return (.lap(label: nil), .ago(seed.seconds()))
    case ..<76: return (.undo, .now)
    case ..<79: return (.redo, .now)
    case ..<83: return (.stop, .now)
    case ..<86: return (.resume, .now)
    default: return (correction(), .now)
    }
  }

  private mutating func correction() -> Command {
    let lap = EventReference.number(1 + seed.below(4))
    switch seed.below(12) {
    case 0...3: return .amend(lap, .init(move: .by(seed.signed(seed.seconds()))))
    case 4: return .amend(lap, .init(label: .set(seed.pick(from: ["A", "B", "C"]) ?? "A")))
    case 5: return .amend(.start, .init(move: .by(.zero - seed.seconds())))
    case 6: return .amend(.stop, .init(move: .by(.zero - seed.seconds())))
    case 7: return .remove(lap)
    case 8:
      var change = PlanChange(course: .set(seed.pick(from: ["c", "d"]) ?? "c"))
      if let segments = seed.pick(from: Self.courses) { change.segments = .set(segments) }
      return .plan(change)
    case 9: return seed.chance(50) ? .plan(.init(course: .lifted, segments: .lifted)) : .undo
    case 10: return .discard
    default: return .undo
    }
  }

  @discardableResult private mutating func perform(
    _ command: Command, of target: Request.Target, time: Request.Time = .now
  ) throws -> Bool {
    do {
      // Of attempts that end as another one starts, those with a smaller id are before it.
      let id = seed.chance(20) ? EventID(high: 0x0192, low: seed.next()) : nil
      let receipt = try log.append(fixture.request(command, of: target, time: time, id: id))
      let stored = try #require(try log.event(receipt.id))
      events[receipt.session, default: []].append(stored.event)
      changed.insert(receipt.session)
      return true
    } catch is Rejection { return false }
  }

  /// The differences of a session to the personal best, after some or all of its events.
  private func differences(_ number: Int, through count: Int = .max) throws -> [Duration?] {
    let session = session(number, through: count)
    guard let attempt = Attempt(session, number: number),
      let records = try log.courseRecords(for: attempt)
    else { return [] }
    let comparison = CourseComparison(
      records.history, with: Comparison.personalBest.track(of: records.history))
    let own = Track(session.laps, session: number, name: "", count: records.names.count)
    return records.names.indices.map { comparison.difference(atPassage: $0, of: own)?.time }
  }

  /// Expects that a replay shows the same as the live clock at each event.
  private func replay(_ number: Int, _ live: [[Duration?]]) throws {
    let stored = try log.verifiedEvents(of: number).map(\.event)
    #expect(stored == events[number], "\(seed)")
    let tape = Tape(stored)
    for (index, differences) in live.enumerated() {
      let past = session(number, through: index + 1)
      #expect(tape.entries[index].snapshot.summary == past.summary, "\(seed)")
      #expect(
        try self.differences(number, through: index + 1) == differences,
        "\(seed), session \(number), event \(index + 1)")
    }
  }

  private func session(_ number: Int, through count: Int) -> Session {
    (events[number] ?? []).prefix(count).reduce(into: Session()) { $0.apply($1) }
  }

  /// Expects the naive comparisons, as of now and as of the start of an attempt.
  private mutating func compare(_ number: Int) throws {
    for session in changed {
      naive[session] = NaiveAttempt(events[session, default: []], number: session)
    }
    changed = []
    let all = naive.sorted { $0.key < $1.key }.map(\.value)
    for course in ["c", "d"] {
      let attempts = all.filter { $0.course == course }
      guard let newest = attempts.last else { continue }
      let records = try log.courseRecords(of: course)
      #expect(records.names == newest.segments, "\(seed)")
      expect(records, NaiveCourse(newest.segments, ended: attempts))
      #expect(try records.startedCount() == attempts.count, "\(seed)")
    }
    guard let own = all.last(where: { $0.number == number }), let session = try log.session(number),
      let attempt = Attempt(session, number: number),
      let records = try log.courseRecords(for: attempt)
    else { return }
    let earlier = all.filter { attempt in
      attempt.course == own.course && attempt.number != number
        && attempt.end.map { ($0, attempt.uid) < (own.start, own.uid) } ?? false
    }
    expect(records, NaiveCourse(own.segments, ended: earlier))
  }

  private func expect(_ records: CourseRecords, _ naive: NaiveCourse) {
    for word in Comparison.names {
      let track = Comparison(word).track(of: records.history)
      #expect(track?.splits == naive.splits(of: word), "\(seed): \(word)")
    }
    #expect(records.history.tracks.count == naive.attempts.count, "\(seed)")
    #expect(
      records.history.finished == naive.attempts.count { naive.finishes($0) && $0.total != nil },
      "\(seed)")
  }
}

/// An attempt at a course, computed from the events by the second implementation.
struct NaiveAttempt {
  let number: Int
  let uid: EventID
  let course: String
  let start: Moment
  let end: Moment?
  let segments: [String]
  let splits: [Duration?]

  init?(_ events: [Event], number: Int) {
    let clock = NaiveClock(NaiveSession(events))
    guard let uid = events.first?.id, let course = clock.profile.plan.course,
      let segments = clock.profile.plan.segments, !clock.profile.isDiscarded,
      let start = clock.startedAt
    else { return nil }
    (self.number, self.uid, self.course, self.start) = (number, uid, course, start)
    self.segments = segments
    end = clock.endedAt
    splits = segments.indices.map { index in clock.laps.last { $0.segment == index + 1 }?.split }
  }
}

extension NaiveCourse {
  /// The course with the attempts that ended, in the order of their ends.
  init(_ names: [String], ended attempts: [NaiveAttempt]) {
    self.init(
      names,
      attempts.filter { $0.end != nil }
        .sorted { ($0.end ?? $0.start, $0.uid) < ($1.end ?? $1.start, $1.uid) }
        .map { Attempt($0.segments, $0.splits) })
  }
}
