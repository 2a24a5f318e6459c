import Testing
import Timing
import TimingTestSupport

/// The segments of a course that laps complete.
struct SegmentTests {
  private static let course = Plan(course: "golf", segments: ["A", "B", "A", "C"])

  private func track(_ plan: Plan = course) throws -> Track {
    var track = Track()
    try track.perform(.start(.init(plan: plan)))
    return track
  }

  private func segments(_ track: Track) -> [Int?] { track.session.laps.map(\.segment) }

  @discardableResult
  private func lap(
    _ track: inout Track, _ label: String? = nil, segment: String? = nil
  ) throws -> Event {
    track.pass(.seconds(10))
    return try track.perform(.lap(label: label, segment: segment))
  }

  @Test func `each lap completes the next segment, and the last one finishes`() throws {
    var track = try track()
    for _ in 0..<3 { try lap(&track) }
    #expect(track.phase == .running)
    #expect(try lap(&track).kind == .lapped(label: nil, segment: 4))
    #expect(segments(track) == [1, 2, 3, 4])
    #expect(track.phase == .finished)
    #expect(track.runningTime == .seconds(40))
    #expect(try lap(&track).kind == .lapped(label: nil))
    #expect(track.numbers == [1, 2, 3, 4, nil])
    #expect(throws: Refusal.finished(by: track.session.summary.profile.plan)) {
      try track.perform(.resume)
    }
  }

  @Test func `a label that is the name of a later segment chooses it`() throws {
    var track = try track()
    try lap(&track, "B")
    try lap(&track, "windy")
    #expect(segments(track) == [2, 3])
    #expect(track.session.laps.map(\.label) == ["B", "windy"])
  }

  @Test func `a segment is chosen by its name, and skips those before it`() throws {
    var track = try track()
    try lap(&track, segment: "A")
    try lap(&track, segment: "A")
    #expect(segments(track) == [1, 3])
    #expect(throws: Refusal.noSuchSegment("B", isPassed: true, toCome: ["C"])) {
      try lap(&track, segment: "B")
    }
    #expect(throws: Refusal.noSuchSegment("D", isPassed: false, toCome: ["C"])) {
      try lap(&track, segment: "D")
    }
    try lap(&track, segment: "C")
    #expect(track.phase == .finished)
  }

  @Test func `without a course a segment is refused`() throws {
    var track = try track(Plan())
    #expect(throws: Refusal.noCourse) { try lap(&track, segment: "A") }
    try lap(&track, "A")
    #expect(segments(track) == [nil])
  }

  @Test func `a course that is given afterwards judges all laps`() throws {
    var track = try track(Plan())
    try lap(&track)
    try lap(&track, "C")
    try track.perform(.plan(.init(course: .set("x"), segments: .set(["A", "B", "C", "D"]))))
    #expect(segments(track) == [1, 3])
    try track.perform(.plan(.init(segments: .set(["A", "B"]))))
    #expect(segments(track) == [1, 2])
    #expect(track.phase == .finished)
    try track.perform(.plan(.init(course: .lifted, segments: .lifted)))
    #expect(segments(track) == [nil, nil])
    #expect(track.phase == .running)
  }

  @Test func `a lap that does not count completes no segment`() throws {
    var plan = Self.course
    plan.minimumLap = .seconds(5)
    var track = try track(plan)
    try lap(&track)
    track.pass(.seconds(1))
    try track.perform(.lap(label: nil))
    track.pass(.seconds(9))
    try track.perform(.lap(label: nil))
    #expect(segments(track) == [1, nil, 2])
  }

  @Test func `a forgotten lap is inserted, and the later ones complete later segments`() throws {
    var track = try track()
    try lap(&track)
    track.pass(.seconds(10))
    try lap(&track)
    let late = try track.perform(.lap(label: nil)) { .ago(.seconds(10), $0) }
    #expect(late.kind == .lapped(label: nil, segment: 2))
    #expect(segments(track) == [1, 2, 3])
  }

  @Test func `after an undo the same segment is next`() throws {
    var track = try track()
    try lap(&track)
    try lap(&track)
    try track.perform(.undo)
    try lap(&track)
    #expect(segments(track) == [1, 2])
  }
}
