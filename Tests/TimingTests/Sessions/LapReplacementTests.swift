import Testing
import Text
import TimingTestSupport

@testable import Timing

/// Replaced laps, compared with the session after the correction.
struct LapReplacementTests {
  /// A running session with laps at 10, 21, 33 and 46 seconds.
  private func track(stopped: Bool = false) throws -> Track {
    var track = Track()
    try track.perform(.start(.init()))
    for seconds in 10...13 {
      track.pass(.seconds(seconds))
      try track.perform(.lap(label: nil))
    }
    track.pass(.seconds(30))
    if stopped { try track.perform(.stop) }
    return track
  }

  /// The neighbors of a place among other laps.
  private func neighbors(of place: Duration, _ laps: [Lap]) -> LapNeighbors {
    LapNeighbors(
      before: laps.last { $0.place < place }, after: laps.first { $0.place > place })
  }

  /// The session's laps after a replacement.
  private func laps(_ session: Session, after replacement: LapReplacement) -> [Lap] {
    var laps = session.laps.filter { $0.event != replacement.removed }
    if let shift = replacement.shift {
      for index in laps.indices {
        guard let number = laps[index].number, shift.numbers.contains(number) else { continue }
        laps[index].number = number + shift.step
      }
    }
    for changed in replacement.changed {
      laps.removeAll { $0.event == changed.event }
      laps.append(changed)
    }
    return laps.sorted { ($0.place, $0.event) < ($1.place, $1.event) }
  }

  /// Compares a replacement of a lap with the fold of a correction.
  private func expect(
    _ old: Lap?, by new: Lap?, in track: Track, equals corrected: Session,
    latestOther: Duration? = nil
  ) throws {
    let others = track.session.laps.filter { $0.event != old?.event }
    let replacement = try #require(
      LapReplacement(
        old, old.map { neighbors(of: $0.place, others) } ?? .init(), by: new,
        new.map { neighbors(of: $0.place, others) } ?? .init(), track.session.summary.clock,
        latestOther: latestOther))
    #expect(laps(track.session, after: replacement) == corrected.laps)
    var clock = replacement.clock
    if !replacement.hasBest { clock.best = corrected.laps.map(\.lap).min() }
    #expect(clock == corrected.summary.clock)
  }

  @Test(arguments: 0..<3)
  func `a removed lap leaves its time to the next one`(_ index: Int) throws {
    let track = try track()
    var corrected = track
    try corrected.perform(.remove(.number(index + 1)))
    try expect(track.session.laps[index], by: nil, in: track, equals: corrected.session)
  }

  @Test func `the latest lap is removed if the press before it is known`() throws {
    let track = try track()
    var corrected = track
    try corrected.perform(.remove(.number(4)))
    let laps = track.session.laps
    try expect(
      laps[3], by: nil, in: track, equals: corrected.session, latestOther: laps[2].place)
    #expect(
      LapReplacement(
        laps[3], .init(before: laps[2]), by: nil, .init(), track.session.summary.clock,
        latestOther: nil) == nil)
  }

  @Test(arguments: [(0, -5), (0, 15), (1, 20), (2, -15), (3, -40), (3, 10)])
  func `a moved lap changes the numbers of the laps between`(_ index: Int, _ seconds: Int) throws {
    let track = try track()
    var corrected = track
    try corrected.perform(.amend(.number(index + 1), .init(move: .by(.seconds(seconds)))))
    let laps = track.session.laps
    let amendment = Event.Amendment.by(.seconds(seconds))
    let moved = try #require(laps[index].amended(by: amendment, laps[index].at, to: .zero))
    try expect(
      laps[index], by: moved, in: track, equals: corrected.session,
      latestOther: index == 3 ? laps[2].place : nil)
  }

  @Test func `a restored lap takes its time from the next one`() throws {
    let whole = try track()
    var track = whole
    try track.perform(.remove(.number(2)))
    var corrected = track
    try corrected.perform(.undo)
    try expect(nil, by: whole.session.laps[1], in: track, equals: corrected.session)
  }

  @Test func `a relabeled lap keeps its number and times`() throws {
    let track = try track()
    let lap = track.session.laps[1]
    var labeled = lap
    labeled.label = "bend"
    labeled.number = nil
    let replacement = LapReplacement(lap, byOneAtItsPlace: labeled, track.session.summary.clock)
    labeled.number = 2
    #expect(replacement.changed == [labeled])
    #expect(replacement.removed == nil && replacement.shift == nil && replacement.hasBest)
    #expect(replacement.clock == track.session.summary.clock)
  }

  @Test func `the shortest lap is to be searched if it was the changed one`() throws {
    let track = try track()
    let laps = track.session.laps
    let replacement = try #require(
      LapReplacement(
        laps[0], .init(after: laps[1]), by: nil, .init(), track.session.summary.clock,
        latestOther: nil))
    #expect(!replacement.hasBest)
    #expect(replacement.changed.map(\.lap) == [.seconds(21)])
  }

  @Test func `a lap after the stop is not replaced`() throws {
    let track = try track(stopped: true)
    let laps = track.session.laps
    var late = laps[3]
    late.place += .seconds(60)
    #expect(
      LapReplacement(
        laps[3], .init(before: laps[2]), by: late, .init(before: laps[2]),
        track.session.summary.clock, latestOther: nil) == nil)
  }

  @Test func `no lap is replaced beside a pause or with rules`() throws {
    var track = try track(stopped: true)
    track.pass(.seconds(5))
    try track.perform(.resume)
    track.pass(.seconds(5))
    try track.perform(.lap(label: nil))
    let laps = track.session.laps
    var moved = laps[3]
    moved.place += .seconds(1)
    #expect(
      LapReplacement(
        laps[3], .init(before: laps[2], after: laps[4]), by: moved,
        .init(before: laps[2], after: laps[4]), track.session.summary.clock, latestOther: nil)
        == nil)
    try track.perform(.plan(.init(laps: .set(9))))
    #expect(
      LapReplacement(
        laps[1], .init(before: laps[0], after: laps[2]), by: nil, .init(),
        track.session.summary.clock, latestOther: nil) == nil)
  }
}
