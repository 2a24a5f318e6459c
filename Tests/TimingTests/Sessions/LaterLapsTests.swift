import Testing
import Text
import Timing
import TimingTestSupport

/// Corrections near the start of a long session: the laps after them are shifted, not judged again.
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

  /// Applies an event, and returns the number of laps that were judged again.
  private func judged(_ kind: Event.Kind, _ track: inout Track) throws -> Int {
    let before = track.session
    let event = track.append(kind)
    var session = before
    guard case .recomputed(let laps, _) = session.change(by: event) else {
      throw Unexpected()
    }
    var replay = SessionReplay()
    for event in track.events { replay.apply(event) }
    let replayed = replay.finished()
    #expect(session == replayed)
    // What follows starts from the shifted states.
    for target in [2, 900, 1_900] {
      let id = track.events[target].id
      let removal = Event(
        id: EventID(high: 2, low: UInt64(target)), version: track.events.count + 1,
        kind: .removed(id), at: event.at, basis: .measured, reading: event.reading)
      var (shifted, fresh) = (session, replayed)
      shifted.apply(removal)
      fresh.apply(removal)
      #expect(shifted == fresh)
    }
    return laps.range.count
  }

  private func newest(of track: Track) -> EventID { track.events[track.events.count - 1].id }

  private struct Unexpected: Error {}

  @Test(arguments: [false, true])
  func `an amended start shifts all splits`(_ isCorrected: Bool) throws {
    var track = try track(isCorrected: isCorrected)
    let splits = track.splits
    let start = track.events[0].id
    let amendment = Event.Amendment(move: .by(.milliseconds(-5)), scope: .anyMoment)
    #expect(try judged(.amended(start, amendment), &track) < 300)
    #expect(track.splits == splits.map { $0 + .milliseconds(5) })
    #expect(try judged(.reverted(newest(of: track)), &track) < 300)
    #expect(track.splits == splits)
  }

  @Test func `an amended stop shifts the splits after it`() throws {
    var track = try track()
    let stop = try #require(track.events.first { $0.kind == .stopped })
    let amendment = Event.Amendment(move: .by(.seconds(3)), scope: .anyMoment)
    #expect(try judged(.amended(stop.id, amendment), &track) < 300)
  }

  @Test func `with a limit, all laps after the start are judged again`() throws {
    var track = try track(.init(plan: Plan(limit: .seconds(40_000))))
    let amendment = Event.Amendment(move: .by(.milliseconds(-5)), scope: .anyMoment)
    #expect(try judged(.amended(track.events[0].id, amendment), &track) > 1_500)
  }

  @Test func `short laps are shifted too`() throws {
    var track = try track(.init(plan: Plan(minimumLap: .seconds(21))))
    #expect(track.numbers.contains(nil))
    let amendment = Event.Amendment(move: .by(.milliseconds(-5)), scope: .anyMoment)
    #expect(try judged(.amended(track.events[0].id, amendment), &track) < 300)
  }
}
