import Glibc
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook

struct FollowerTests {
  private static let periods = Follower.Periods(
    withBell: .seconds(3600), withoutBell: .milliseconds(1))

  @Test func `existing events are read first, then new ones`() throws {
    var fixture = try LogFixture.started()
    for _ in 0..<4 { try fixture.perform(.lap(label: nil)) }
    let follower = try Follower(
      fixture.open(.reading), after: 2, of: nil, periods: FollowerTests.periods)
    #expect(try follower.next(timeout: .seconds(20), limit: 2).positions == [3, 4])
    #expect(try follower.next(timeout: .seconds(20), limit: 2).positions == [5])
    #expect(try follower.next(timeout: .zero) == .timedOut)
    try fixture.perform(.lap(label: "new"))
    try fixture.perform(.stop)
    // Only the bell can wake the follower here: the polling period is an hour.
    #expect(try follower.next(timeout: .seconds(20)).positions == [6, 7])
    #expect(follower.position == 7)
  }

  @Test(arguments: [false, true])
  func `following waits for a missing log and does not create it, also for own appends`(
    isOwn: Bool
  ) throws {
    var fixture = try LogFixture()
    let log = try fixture.open(isOwn ? .appending(longLived: true) : .reading)
    let follower = Follower(log, after: 0, of: nil, periods: FollowerTests.periods)
    if !isOwn { #expect(try follower.next(timeout: .milliseconds(3)) == .timedOut) }
    #expect(fixture.folder.names == [])
    let start = fixture.request(.start(.init()), of: .new(also: false))
    for (position, request) in [(1, start), (2, fixture.request(.stop))] {
      _ = try (isOwn ? log : fixture.open()).append(request)
      #expect(try follower.next(timeout: .seconds(20)).positions == [position])
    }
  }

  @Test func `following a session skips events of others`() throws {
    var fixture = try LogFixture.started("a")
    try fixture.start("b", also: true)
    let follower = try Follower(
      fixture.open(.reading), after: 0, of: 1, periods: FollowerTests.periods)
    #expect(try follower.next(timeout: .seconds(20)).positions == [1])
    try fixture.perform(.lap(label: nil), of: .named("2"))
    #expect(try follower.next(timeout: .milliseconds(2)) == .timedOut)
    try fixture.perform(.lap(label: nil), of: .named("1"))
    #expect(try follower.next(timeout: .seconds(20)).positions == [4])
  }

  @Test func `a ring ends a wait`() async throws {
    var fixture = try LogFixture.started()
    let path = fixture.path
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    async let positions = Task.detached {
      let follower = try Follower(
        Logbook(path: path), after: 1, of: nil, periods: FollowerTests.periods)
      #expect(try follower.next(timeout: .zero) == .timedOut)
      start.finish()
      return try follower.next(timeout: .seconds(60)).positions
    }.value
    for await _ in started {}
    try fixture.perform(.lap(label: nil))
    #expect(try await positions == [2])
  }

  @Test func `an earlier interrupt ends a wait at once`() throws {
    let fixture = try LogFixture.started()
    let follower = try fixture.open(.reading).follow(after: 1)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    try #require(write(ends[1], "!", 1) == 1)
    #expect(try follower.next(timeout: .seconds(60), interrupt: ends[0]) == .interrupted)
  }

  @Test func `a closed pipe ends the wait`() throws {
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    defer { close(pipes[1]) }
    var fixture = try LogFixture()
    let early = try fixture.open(.reading).follow(after: 0)
    try fixture.start()
    let late = try fixture.open(.reading).follow(after: 1)
    #expect(try late.next(timeout: .zero, outlet: pipes[1]) == .timedOut)
    close(pipes[0])
    #expect(try late.next(timeout: .seconds(20), outlet: pipes[1]) == .hangup)
    let folder = try LogFixture()
    #expect(
      try folder.open(.reading).follow(after: 0).next(timeout: .seconds(20), outlet: pipes[1])
        == .hangup)
    #expect(try early.next(timeout: .seconds(20), outlet: pipes[1]).positions == [1])
  }
}

extension Follower.Next {
  /// The positions of the events; nil if there are none.
  var positions: [Int]? {
    if case .events(let events) = self { events.map(\.position) } else { nil }
  }
}
