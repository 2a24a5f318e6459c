import Testing
import Text
import Timing
import TimingTestSupport

/// The groups of laps that are compared with one another.
struct AlikeLapsTests {
  /// A session with a lap for each label, each one second longer than the one before.
  private func session(_ labels: [String?], _ plan: Plan = Plan()) throws -> Session {
    var track = Track()
    try track.perform(.start(.init(plan: plan)))
    for (index, label) in labels.enumerated() {
      track.pass(.seconds(10 + index))
      try track.perform(.lap(label: label))
    }
    return track.session
  }

  private func groups(_ labels: [String?]) throws -> [String] {
    try AlikeLaps(session(labels).laps).groups.map { "\($0.label ?? "-") \($0.count)" }
  }

  @Test func `laps of the same label are alike`() throws {
    #expect(try groups(["b", "a", "b", "a", nil]) == ["- 1", "b 2", "a 2"])
    #expect(try groups([]) == [])
  }

  @Test func `a label that one lap has counts as none`() throws {
    #expect(try groups(["b", "a", nil, "a"]) == ["- 2", "a 2"])
    #expect(try groups(["Hole 1", "Hole 2", "Hole 3"]) == ["- 3"])
  }

  @Test func `the statistics are those of the largest group`() throws {
    let session = try session(["rest", "run", "rest", "run", "run"])
    #expect(Statistics(session.laps)?.bestLap == 2)
    #expect(session.summary.best == .seconds(11))
    #expect(Statistics(session.laps)?.worst == .seconds(14))
  }

  @Test func `of equal groups, the laps without a label are the largest, else the first ones`()
    throws
  {
    let unlabeled = try session(["a", nil, "a", nil])
    #expect(AlikeLaps(unlabeled.laps).largest?.label == nil)
    #expect(unlabeled.summary.best == .seconds(11))
    let labeled = try session(["b", "a", "a", "b", nil])
    #expect(AlikeLaps(labeled.laps).largest?.label == "b")
    #expect(labeled.summary.best == .seconds(10))
  }

  @Test func `each group has its best lap`() throws {
    let laps = try session(["rest", "run", "rest", "run", nil]).laps
    let alike = AlikeLaps(laps)
    #expect(laps.map(alike.isBest) == [true, true, false, false, true])
    #expect(laps.map { alike.group(of: $0)?.best.components.seconds } == [10, 11, 10, 11, 14])
  }

  @Test func `laps of a course are not compared with one another`() throws {
    let session = try session(
      ["A", nil, "x"], Plan(course: "c", segments: ["A", "B", "C", "D"]))
    #expect(AlikeLaps(session.laps).groups == [])
    #expect(Statistics(session.laps) == nil)
    #expect(session.summary.best == nil)
    #expect(!AlikeLaps(session.laps).isBest(session.laps[0]))
  }

  @Test func `a lap that does not count is in no group`() throws {
    let session = try session(["a", "a", "a"], Plan(laps: 2))
    #expect(AlikeLaps(session.laps).groups.map(\.count) == [2])
    #expect(AlikeLaps(session.laps).group(of: session.laps[2]) == nil)
  }

  @Test func `corrections move laps to other groups`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    for (seconds, label) in [(10, "a"), (20, "b"), (30, "b")] {
      track.pass(.seconds(seconds))
      try track.perform(.lap(label: label))
    }
    #expect(track.session.summary.best == .seconds(20))
    try track.perform(.amend(.number(3), .label("a")))
    #expect(track.session.summary.best == .seconds(10))
    try track.perform(.undo)
    #expect(track.session.summary.best == .seconds(20))
    try track.perform(.remove(.number(2)))
    #expect(track.session.summary.best == .seconds(10))
    try track.perform(.plan(.init(course: .set("c"), segments: .set(["1", "2", "3"]))))
    #expect(track.session.summary.best == nil)
  }
}
