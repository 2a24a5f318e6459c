import Testing
import Text
import Timing
import TimingTestSupport

struct AmendedFinishTests {
  /// A session of one lap, finished at 60 s, and stopped two seconds later.
  private func finished() throws -> Track {
    var track = try Track.started(.init(plan: Plan(laps: 1)))
    try track.perform((60, .lap(label: nil)), (2, .stop))
    track.pass(.seconds(60))
    return track
  }

  private func amend(by seconds: Int64) -> Command {
    .amend(.event(2), Event.Amendment(move: .by(.seconds(seconds))))
  }

  @Test func `the lap that finished a session is not moved to where the clock stands without it`()
    throws
  {
    var track = try finished()
    #expect(throws: Refusal.notRunningThen) { try track.perform(amend(by: 5)) }
    try track.perform(amend(by: 2))
    #expect(track.numbers == [1] && track.splits == [.seconds(62)])
    #expect(track.phase == .finished)
  }

  @Test func `it may be moved past another lap, which then finishes the session`() throws {
    var track = try finished()
    try track.perform(.lap(label: nil), after: .zero) { .ago(.seconds(61), $0) }
    try track.perform(amend(by: 5))
    #expect(track.numbers == [1, nil])
    #expect(track.splits.first == .seconds(61) && track.phase == .finished)
  }
}
