import Glibc
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct FollowerTests {
  private static let patiently = ChangeWatcher.Periods(
    withBell: .seconds(3600), withoutBell: .milliseconds(1))

  @Test func `existing events are read first, then new ones`() throws {
    var bench = try Bench()
    try bench.start()
    for _ in 0..<4 { try bench.perform(.lap(label: nil)) }
    let follower = try bench.open(.reading).follow(
      after: 2, of: nil, periods: FollowerTests.patiently)
    #expect(try positions(follower.next(timeout: .seconds(20), limit: 2)) == [3, 4])
    #expect(try positions(follower.next(timeout: .seconds(20), limit: 2)) == [5])
    #expect(try follower.next(timeout: .zero) == .timedOut)
    try bench.perform(.lap(label: "new"))
    try bench.perform(.stop)
    // The bell alone tells: to look without it takes an hour.
    #expect(try positions(follower.next(timeout: .seconds(20))) == [6, 7])
    #expect(follower.position == 7)
  }

  @Test func `following waits for a missing log and does not create it`() throws {
    var bench = try Bench()
    let follower = try bench.open(.reading).follow(
      after: 0, of: nil, periods: FollowerTests.patiently)
    #expect(try follower.next(timeout: .milliseconds(3)) == .timedOut)
    #expect(bench.folder.names == [])
    try bench.start()
    #expect(try positions(follower.next(timeout: .seconds(20))) == [1])
    try bench.perform(.stop)
    #expect(try positions(follower.next(timeout: .seconds(20))) == [2])
  }

  @Test func `following a session skips events of others`() throws {
    var bench = try Bench()
    try bench.start("a")
    try bench.start("b", also: true)
    let follower = try bench.open(.reading).follow(
      after: 0, of: 1, periods: FollowerTests.patiently)
    #expect(try positions(follower.next(timeout: .seconds(20))) == [1])
    try bench.perform(.lap(label: nil), of: .named("2"))
    #expect(try follower.next(timeout: .milliseconds(2)) == .timedOut)
    try bench.perform(.lap(label: nil), of: .named("1"))
    #expect(try positions(follower.next(timeout: .seconds(20))) == [4])
  }

  @Test func `a closed pipe ends the wait`() throws {
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    defer { close(pipes[1]) }
    var bench = try Bench()
    let early = try bench.open(.reading).follow(after: 0)
    try bench.start()
    let late = try bench.open(.reading).follow(after: 1)
    close(pipes[0])
    #expect(try late.next(timeout: .seconds(20), outlet: pipes[1]) == .hangup)
    let folder = try Bench()
    #expect(
      try folder.open(.reading).follow(after: 0).next(timeout: .seconds(20), outlet: pipes[1])
        == .hangup)
    #expect(try positions(early.next(timeout: .seconds(20), outlet: pipes[1])) == [1])
  }

  @Test func `own appends are followed too`() throws {
    var bench = try Bench()
    let log = try bench.open(.appending(longLived: true))
    let follower = log.follow(after: 0, of: nil, periods: FollowerTests.patiently)
    _ = try log.append(bench.request(.start(.init()), of: .new(also: false)))
    #expect(try positions(follower.next(timeout: .seconds(20))) == [1])
    _ = try log.append(bench.request(.stop))
    #expect(try positions(follower.next(timeout: .seconds(20))) == [2])
  }

  private func positions(_ next: Follower.Next) -> [Int]? {
    guard case .events(let events) = next else { return nil }
    return events.map(\.position)
  }
}
