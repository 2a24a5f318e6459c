import Testing
import Text
import Timing
import TimingTestSupport

/// Amendments and removals of events other than laps.
struct AmendmentTests {
  /// Started at 0, a lap at 10 s, stopped at 20 s, resumed at 30 s, a lap at 40 s, now 50 s.
  private func track() throws -> Track {
    var track = Track()
    try track.perform(.start(.init()))
    for command in [Command.lap(label: nil), .stop, .resume, .lap(label: nil)] {
      track.pass(.seconds(10))
      try track.perform(command)
    }
    track.pass(.seconds(10))
    return track
  }

  @Test func `a start that moves earlier moves every split, and undo brings all back`() throws {
    var track = try track()
    let before = track.session
    try track.perform(.amend(.start, .by(.seconds(-5))))
    #expect(track.splits == [.seconds(15), .seconds(35)])
    #expect(track.runningTime == .seconds(45))
    #expect(track.session.summary.startedAt == before.summary.startedAt.map { $0 - .seconds(5) })
    try track.perform(.undo)
    #expect(track.splits == before.laps.map(\.split))
    #expect(track.session.summary.startedAt == before.summary.startedAt)
  }

  @Test func `a stop amended before a lap leaves it not running`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.pass(.seconds(10))
    try track.perform(.lap(label: nil))
    track.pass(.seconds(10))
    try track.perform(.stop)
    try track.perform(.amend(.stop, .by(.seconds(-12))))
    #expect(track.session.laps.map(\.flags) == [.notRunning])
    #expect(track.runningTime == .seconds(8))
  }

  @Test func `a stop moves to the latest other press`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.pass(.seconds(10))
    try track.perform(.lap(label: nil))
    track.pass(.seconds(7200))
    try track.perform(.stop)
    track.pass(.seconds(5))
    try track.perform(.amend(.stop, .init(move: .last)))
    #expect(track.runningTime == .seconds(10))
    #expect(track.session.summary.quality == .stated)
  }

  @Test func `starts, stops and resumes keep their order`() throws {
    var track = try track()
    #expect(throws: Refusal.outOfOrder) {
      try track.perform(.amend(.start, .by(.seconds(21))))
    }
    #expect(throws: Refusal.outOfOrder) {
      try track.perform(.amend(.stop, .by(.seconds(-21))))
    }
    #expect(throws: Refusal.outOfOrder) {
      try track.perform(.amend(.event(4), .by(.seconds(-11))))
    }
    try track.perform(.amend(.event(4), .by(.seconds(-10))))
    #expect(track.runningTime == .seconds(50))
    #expect(throws: Refusal.inTheFuture(by: .seconds(10))) {
      try track.perform(.amend(.stop, .by(.seconds(40))))
    }
  }

  @Test func `a timestamp is moved, relabeled and removed`() throws {
    var track = try track()
    let mark = try track.perform(.mark(label: "pit"))
    try track.perform(
      .amend(.event(mark.version), .init(move: .ago(.seconds(45)), label: .set("rain"))))
    #expect(track.session.timestamps.map(\.label) == ["rain"])
    #expect(track.session.timestamps.map(\.runningTime) == [.seconds(5)])
    #expect(throws: Refusal.needsLabel) {
      try track.perform(.amend(.event(mark.version), .init(label: .lifted)))
    }
    try track.perform(.remove(.event(mark.version)))
    #expect(track.session.timestamps.isEmpty)
    #expect(throws: Refusal.noSuchEvent(.event(mark.version))) {
      try track.perform(.remove(.event(mark.version)))
    }
    try track.perform(.undo)
    #expect(track.session.timestamps.count == 1)
  }

  @Test func `a lap gets moment and label in one event, and loses its label`() throws {
    var track = try track()
    let amended = try track.perform(
      .amend(.number(1), .init(move: .by(.seconds(-1)), label: .set("A"))))
    guard case .amended(_, let amendment) = amended.kind else {
      Issue.record("\(amended.kind)")
      return
    }
    #expect(amendment.scope == .anyMoment)
    #expect(track.splits == [.seconds(9), .seconds(30)])
    #expect(track.session.laps.map(\.label) == ["A", nil])
    try track.perform(.amend(.number(1), .init(label: .lifted)))
    #expect(track.session.laps.map(\.label) == [nil, nil])
  }

  @Test func `a start has no label`() throws {
    var track = try track()
    #expect(throws: Refusal.noLabel(.start)) {
      try track.perform(.amend(.start, .label("x")))
    }
  }

  @Test func `an amendment of the first version changes only laps`() throws {
    var track = try track()
    let start = try #require(track.events.first)
    track.append(.amended(start.id, .by(.seconds(-5))))
    #expect(track.splits == [.seconds(10), .seconds(30)])
  }

  @Test func `a start or stop cannot be removed`() throws {
    var track = try track()
    #expect(throws: Refusal.notRemovable(.start)) { try track.perform(.remove(.start)) }
    #expect(throws: Refusal.notRemovable(.event(3))) { try track.perform(.remove(.event(3))) }
  }
}
