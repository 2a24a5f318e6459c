import Testing
import Text
import Timing
import TimingTestSupport

/// Moments further from the first event than a session is long.
struct BeyondTimelineTests {
  private static let century = Duration.seconds(100 * 365 * 86_400)

  @Test func `a moment beyond the timeline is refused`() throws {
    var track = Track()
    #expect(throws: Refusal.beyondTimeline) {
      try track.perform(.start(.init())) { .after(Self.century * 2, $0) }
    }
    try track.perform(.start(.init()))
    track.pass(.seconds(1))
    try track.perform(.lap(label: nil))
    for time in [
      EventTime.ago(Self.century * 2, track.machine.reading),
      .stated(
        Moment(nanosecondsSince1970: .min), track.machine.reading),
    ] {
      #expect(throws: Refusal.beyondTimeline) {
        try track.perform(.mark(label: "x")) { _ in time }
      }
    }
    #expect(throws: Refusal.beyondTimeline) {
      try track.perform(.amend(.number(1), .by(.zero - Self.century * 2)))
    }
  }

  @Test func `after a clock jump beyond the timeline only a new session is accepted`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.machine.wall = 0
    track.machine.reboot(lasting: .zero)
    try track.perform(.lap(label: nil))
    track.machine.ticks = .max
    #expect(throws: Refusal.beyondTimeline) { try track.perform(.lap(label: nil)) }
    #expect(throws: Refusal.beyondTimeline) { try track.perform(.undo) }
  }

  @Test func `an imported event beyond the timeline is placed at its end`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.pass(.seconds(1))
    let lap = try track.perform(.lap(label: nil))
    #expect(track.session.firstBeyondTimeline == nil)
    for _ in 0..<3 { track.append(.amended(lap.id, .by(Self.century))) }
    #expect(track.session.laps[0].place == Places.range.upperBound)
    #expect(track.session.firstBeyondTimeline == 4)
    #expect(track.session.laps[0].split == Places.range.upperBound)
    track.append(.amended(lap.id, .by(.zero - Self.century * 2)))
    #expect(track.session.laps[0].place == Self.century + .seconds(1))
  }
}
