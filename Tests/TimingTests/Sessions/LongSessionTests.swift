import Testing
import Text
import TimingTestSupport

@testable import Timing

/// Sessions with so many events that the clock's states are kept at many places.
struct LongSessionTests {
  @Test(arguments: 0..<12)
  func `folding after each event equals folding at the end`(_ number: UInt64) throws {
    var random = RandomSteps(seed: number, sessions: 1, isHostile: number % 2 == 1)
    var session = Session(spacing: 1 + Int(number) * 5)
    var events: [Event] = []
    for _ in 0..<1_500 {
      let step = random.next()
      let kind: Event.Kind
      switch step.action {
      case .imported(let imported): kind = imported
      case .command(let command):
        do throws(Refusal) {
          kind = try session.decide(command, step.time)
        } catch { continue }
      }
      let version = events.count + 1
      let event = step.event(kind, version: version)
      session.apply(event)
      events.append(event)
      random.append(event, in: 0)
      guard version % 50 == 0 else { continue }
      var replayed = Session()
      replayed.applyAll { session in for event in events { session.apply(event) } }
      #expect(replayed == session, "seed \(number), event \(version)")
      #expect(replayed.firstBeyondTimeline == session.firstBeyondTimeline, "seed \(number)")
    }
    #expect(events.count > 300)
  }

  @Test func `thousands of laps are undone and redone one by one`() throws {
    var track = try Track.started()
    for _ in 1...3_000 { try track.perform(.lap(label: nil), after: .seconds(1)) }
    let laps = track.session.laps
    for left in stride(from: 2_999, through: 0, by: -1) {
      try track.perform(.undo)
      #expect(track.session.laps.count == left)
    }
    for _ in 1...3_000 { try track.perform(.redo) }
    #expect(track.session.laps == laps)
  }

  @Test func `a long chain of undos of undos is resolved`() throws {
    var track = try Track.started()
    track.pass(.seconds(1))
    var newest = try track.perform(.lap(label: nil)).id
    for length in 1...100 {
      newest = track.append(.reverted(newest)).id
      #expect(track.session.laps.count == (length % 2 == 0 ? 1 : 0), "\(length)")
    }
  }

  @Test func `more tags than the limit are refused`() throws {
    var track = try Track.started()
    for tag in 1...Profile.mostTags { try track.perform(.tag(["\(tag)"])) }
    try track.perform(.tag(["1", "7"]))
    #expect(throws: Refusal.tooManyTags(most: Profile.mostTags)) {
      try track.perform(.tag(["one more"]))
    }
    track.append(.tagged(["one more"]))
    #expect(track.session.summary.profile.tags == (1...Profile.mostTags).map { "\($0)" })
  }

  /// A session of 2,000 laps, with a stop in the middle; some laps have corrections.
  private func track(isCorrected: Bool = false, _ start: Event.Start = .init()) throws -> Track {
    var track = try Track.started(start)
    for number in 1...2_000 {
      try track.perform(.lap(label: nil), after: .seconds(20 + number % 7))
      if isCorrected {
        track.pass(.seconds(1))
        switch number % 3 {
        case 0: try track.perform(.undo)
        case 1: track.append(.amended(newest(of: track), .init(move: .by(.milliseconds(-200)))))
        default: track.append(.amended(newest(of: track), .init(label: .set("bend"))))
        }
      }
      guard number == 1_000 else { continue }
      try track.perform((0, .stop), (100, .resume))
    }
    return track
  }

  /// Appends an event, and returns the number of laps that were stepped over again.
  private func stepped(_ kind: Event.Kind, _ track: inout Track) throws -> Int {
    var session = track.session
    guard case .recomputed(let laps, _) = session.change(by: track.append(kind)) else {
      throw Unexpected()
    }
    var replayed = Session()
    replayed.applyAll { session in for event in track.events { session.apply(event) } }
    #expect(session == replayed)
    return session.laps.count - laps.first
  }

  private func newest(of track: Track) -> EventID { track.events[track.events.count - 1].id }

  private struct Unexpected: Error {}

  @Test(arguments: [false, true])
  func `an amended start moves all splits`(_ isCorrected: Bool) throws {
    var track = try track(isCorrected: isCorrected)
    let splits = track.splits
    let start = track.events[0].id
    let amendment = Event.Amendment(move: .by(.milliseconds(-5)), scope: .anyMoment)
    #expect(try stepped(.amended(start, amendment), &track) == splits.count)
    #expect(track.splits == splits.map { $0 + .milliseconds(5) })
    _ = try stepped(.reverted(newest(of: track)), &track)
    #expect(track.splits == splits)
  }

  @Test(arguments: [Plan(), Plan(limit: .seconds(40_000)), Plan(minimumLap: .seconds(21))])
  func `a correction near the end steps again over the newest presses only`(_ plan: Plan) throws {
    var track = try track(.init(plan: plan))
    for version in [1_000, 1_900, 1_990] {
      let lap = track.events[version].id
      let number = try stepped(.amended(lap, .init(move: .by(.milliseconds(-5)))), &track)
      #expect(number <= 2_000 - version + 130)
      #expect(try stepped(.reverted(newest(of: track)), &track) == number)
      #expect(try stepped(.removed(lap), &track) < number)
    }
  }

  @Test(arguments: 0..<Seed.tries(20))
  func `each event is found by its id, whatever the order of the ids`(_: Int) {
    var seed = Seed()
    var session = Session()
    var versions: [EventID: Int] = [:]
    var newest: UInt64 = 1
    let (disorder, batches) = (seed.below(30), seed.below(30))
    for version in 1...(1 + seed.below(120)) {
      newest += 1 + UInt64(seed.below(3))
      let isInBatch = seed.chance(batches)
      let isRandom = isInBatch || seed.chance(disorder)
      let id = EventID(high: isRandom ? UInt64(seed.below(200)) : newest, low: seed.next())
      versions[id] = version
      session.apply(
        Event(
          id: id, version: version, kind: .timestamped(label: "m"),
          at: Moment(nanosecondsSince1970: Int64(version)), basis: .measured,
          reading: Reading(
            clock: ClockID(rawValue: 1), ticks: .nanoseconds(version),
            recordedAt: Moment(nanosecondsSince1970: Int64(version))), batch: isInBatch ? id : nil))
    }
    for (id, version) in versions { #expect(session.event(id)?.version == version, "\(seed)") }
    for _ in 0..<20 {
      #expect(session.event(EventID(high: newest, low: seed.next())) == nil, "\(seed)")
    }
  }
}
