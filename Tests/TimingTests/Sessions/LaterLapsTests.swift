import Testing
import Text
import Timing
import TimingTestSupport

/// Corrections of a long session.
struct LaterLapsTests {
  /// A session of 2,000 laps, with a stop in the middle; some laps have corrections.
  private func track(isCorrected: Bool = false, _ start: Event.Start = .init()) throws -> Track {
    var track = Track()
    try track.perform(.start(start))
    for number in 1...2_000 {
      track.pass(.seconds(20 + number % 7))
      try track.perform(.lap(label: nil))
      if isCorrected {
        track.pass(.seconds(1))
        switch number % 3 {
        case 0: try track.perform(.undo)
        case 1: track.append(.amended(newest(of: track), .by(.milliseconds(-200))))
        default: track.append(.amended(newest(of: track), .label("bend")))
        }
      }
      guard number == 1_000 else { continue }
      try track.perform(.stop)
      track.pass(.seconds(100))
      try track.perform(.resume)
    }
    return track
  }

  /// Appends an event, and returns the number of laps that were stepped over again.
  private func stepped(_ kind: Event.Kind, _ track: inout Track) throws -> Int {
    var session = track.session
    guard case .recomputed(let laps, _) = session.change(by: track.append(kind)) else {
      throw Unexpected()
    }
    var replay = SessionReplay()
    for event in track.events { replay.apply(event) }
    #expect(session == replay.finished())
    return session.laps.count - laps.first
  }

  private func newest(of track: Track) -> EventID { track.events[track.events.count - 1].id }

  private struct Unexpected: Error {}

  @Test(arguments: [false, true])
  func `an amended start moves all splits`(_ isCorrected: Bool) throws {
    var track = try track(isCorrected: isCorrected)
    let splits = track.splits
    let start = track.events[0].id
    let amendment = Event.Amendment(move: .by(.milliseconds(-5)), scope: .anyMoment)
    #expect(try stepped(.amended(start, amendment), &track) == splits.count)
    #expect(track.splits == splits.map { $0 + .milliseconds(5) })
    _ = try stepped(.reverted(newest(of: track)), &track)
    #expect(track.splits == splits)
  }

  @Test(arguments: [Plan(), Plan(limit: .seconds(40_000)), Plan(minimumLap: .seconds(21))])
  func `a correction near the end steps again over the newest presses only`(
    _ plan: Plan
  ) throws {
    var track = try track(.init(plan: plan))
    for version in [1_000, 1_900, 1_990] {
      let lap = track.events[version].id
      let number = try stepped(.amended(lap, .by(.milliseconds(-5))), &track)
      #expect(number <= 2_000 - version + 130)
      #expect(try stepped(.reverted(newest(of: track)), &track) == number)
      #expect(try stepped(.removed(lap), &track) < number)
    }
  }
}
