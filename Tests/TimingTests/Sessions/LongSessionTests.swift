import Testing
import Text
import Timing
import TimingTestSupport

/// Sessions with so many events that the clock's states are kept at many places.
struct LongSessionTests {
  @Test(arguments: 0..<12)
  func `folding after each event equals folding at the end`(
    _ number: UInt64
  ) throws {
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
        } catch {
          continue
        }
      }
      let version = events.count + 1
      let event = step.event(kind, version: version)
      session.apply(event)
      events.append(event)
      random.append(event, in: 0)
      guard version % 50 == 0 else { continue }
      var replay = SessionReplay()
      for event in events { replay.apply(event) }
      let replayed = replay.finished()
      #expect(replayed == session, "seed \(number), event \(version)")
      #expect(replayed.firstBeyondTimeline == session.firstBeyondTimeline, "seed \(number)")
    }
    #expect(events.count > 300)
  }

  @Test func `thousands of laps are undone and redone one by one`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    for _ in 1...3_000 {
      track.pass(.seconds(1))
      try track.perform(.lap(label: nil))
    }
    let laps = track.session.laps
    for left in stride(from: 2_999, through: 0, by: -1) {
      try track.perform(.undo)
      #expect(track.session.laps.count == left)
    }
    for _ in 1...3_000 { try track.perform(.redo) }
    #expect(track.session.laps == laps)
  }

  @Test func `a long chain of undos of undos is resolved`()
    throws
  {
    var track = Track()
    try track.perform(.start(.init()))
    track.pass(.seconds(1))
    var newest = try track.perform(.lap(label: nil)).id
    for length in 1...100 {
      newest = track.append(.reverted(newest)).id
      #expect(track.session.laps.count == (length % 2 == 0 ? 1 : 0), "\(length)")
    }
  }

  @Test func `more tags than the limit are refused`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    for tag in 1...Profile.mostTags { try track.perform(.tag(["\(tag)"])) }
    try track.perform(.tag(["1", "7"]))
    #expect(throws: Refusal.tooManyTags(most: Profile.mostTags)) {
      try track.perform(.tag(["one more"]))
    }
    track.append(.tagged(["one more"]))
    #expect(track.session.summary.profile.tags == (1...Profile.mostTags).map { "\($0)" })
  }
}
