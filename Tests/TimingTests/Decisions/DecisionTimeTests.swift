import Testing
import Timing
import TimingTestSupport
import Text

/// Decisions about stated moments, which do not depend on the time of arrival.
@Suite struct DecisionTimeTests {
  private func track() throws -> Track {
    var track = Track()
    try track.perform(.start(.init(plan: Plan(limit: .seconds(10)))))
    track.pass(.seconds(5))
    return track
  }

  @Test func `a clock cannot be resumed after its limit`()
    throws
  {
    var track = try track()
    let late = track.machine.reading.recordedAt + .seconds(60)
    #expect(throws: Refusal.finished(by: Plan(limit: .seconds(10)))) {
      try track.perform(.resume) { .stated(late, $0) }
    }
    #expect(throws: Refusal.inTheFuture(by: .seconds(60))) {
      try track.perform(.stop) { .stated(late, $0) }
    }
  }

  @Test func `a start after the limit finds a session finished`() throws {
    var track = try track()
    #expect(throws: Refusal.alreadyRunning) { try track.perform(.start(.init())) }
    #expect(throws: Refusal.finished(by: Plan(limit: .seconds(10)))) {
      try track.perform(.start(.init())) { .after(.seconds(60), $0) }
    }
  }
}
