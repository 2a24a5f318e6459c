import Testing
import Text
import Timing
import TimingTestSupport

/// The ends of the timeline, and the clocks and events that it knows.
struct TimelineTests {
  private static let century = Duration.seconds(100 * 365 * 86_400)
  private var track = Track()

  init() throws { try track.perform(.start(.init())) }

  @Test mutating func `the newest reading of each other clock is kept once`() throws {
    func others() -> [Int64]? {
      track.session.summary.timeline?.others.keys.map(\.rawValue).sorted()
    }
    #expect(others() == [])
    let first = track.machine
    track.machine.reboot(lasting: .seconds(5))
    try track.perform(.lap(label: nil))
    #expect(others() == [1])
    let second = track.machine
    track.machine = first
    try track.perform(.lap(label: nil), after: .seconds(9))
    #expect(others() == [2])
    track.machine = second
    try track.perform(.lap(label: nil), after: .seconds(9))
    #expect(others() == [1])
  }

  @Test mutating func `only a new session is accepted after a jump beyond the timeline`() throws {
    track.machine.wall = 0
    track.machine.reboot(lasting: .zero)
    try track.perform(.lap(label: nil))
    track.machine.ticks = .max
    #expect(throws: Refusal.beyondTimeline) { try track.perform(.lap(label: nil)) }
    #expect(throws: Refusal.beyondTimeline) { try track.perform(.undo) }
  }

  @Test mutating func `an imported event beyond the timeline is placed at its end`() throws {
    let lap = try track.perform(.lap(label: nil), after: .seconds(1))
    #expect(track.session.firstBeyondTimeline == nil)
    for _ in 0..<3 { track.append(.amended(lap.id, .init(move: .by(Self.century)))) }
    #expect(track.session.laps[0].place == Duration.lastPlace)
    #expect(track.session.firstBeyondTimeline == 4)
    #expect(track.session.laps[0].split == Duration.lastPlace)
    track.append(.amended(lap.id, .init(move: .by(.zero - Self.century * 2))))
    #expect(track.session.laps[0].place == Self.century + .seconds(1))
  }

  @Test mutating func `a removal before its lap has no effect`() throws {
    track.append(.removed(EventID(high: 1, low: 3)))
    try track.perform(.lap(label: nil), after: .seconds(5))
    #expect(track.numbers == [1])
    try track.perform(.plan(PlanChange(laps: .set(3))))
    #expect(track.numbers == [1])
  }
}
