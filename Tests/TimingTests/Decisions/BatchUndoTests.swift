import Testing
import Text
import Timing
import TimingTestSupport

struct BatchUndoTests {
  private static let race = Event.Kind.started(Event.Start(plan: Plan(race: RaceFormat(.laps(3)))))

  private func id(_ version: Int) -> EventID { EventID(high: 1, low: UInt64(version)) }

  /// A race with three entries of one command, events 2 to 4.
  private func track() -> Track {
    var track = Track()
    track.append(Self.race)
    for bib in ["1", "2", "3"] {
      track.append(.race(.entered(RaceEvent.Entry(bib: bib))), batch: id(2))
    }
    return track
  }

  private func bibs(_ session: Session) -> [String] {
    (1...session.summary.version).compactMap { version in
      guard case .entered(let entry)? = session.raceEvent(version)?.event else { return nil }
      return entry.bib
    }
  }

  @Test func `undo takes back all entries of a command, and redo restores them`() throws {
    var track = track()
    #expect(try track.perform(.undo).kind == .reverted(id(2), batch: true))
    #expect(bibs(track.session).isEmpty)
    #expect(try track.perform(.redo).kind == .reverted(id(5)))
    #expect(bibs(track.session) == ["1", "2", "3"])
    try track.perform(.undo)
    #expect(bibs(track.session).isEmpty)
    #expect(try track.perform(.undo).kind == .reverted(id(1)))
    #expect(throws: Refusal.nothingToUndo) { try track.perform(.undo) }
    try track.perform((0, .redo), (0, .redo))
    #expect(bibs(track.session) == ["1", "2", "3"])
    #expect(throws: Refusal.nothingToRedo) { try track.perform(.redo) }
  }

  @Test func `the crossings of a command are taken back one by one`() throws {
    var track = track()
    for bib in ["1", "2"] {
      track.append(.race(.crossed(RaceEvent.Crossing(bib: bib))), batch: id(5))
    }
    #expect(try track.perform(.undo).kind == .reverted(id(6)))
    #expect(try track.perform(.undo).kind == .reverted(id(5)))
    #expect(try track.perform(.undo).kind == .reverted(id(2), batch: true))
  }

  @Test func `undo skips a comparison of clocks`() throws {
    var track = track()
    track.append(.race(.crossed(RaceEvent.Crossing(bib: "1"))))
    let comparison = ClockComparison(
      reference: "hub", sent: .seconds(5), referenceReceived: .zero, referenceSent: .zero,
      received: .seconds(5))
    track.append(.race(.clocksCompared(comparison)))
    #expect(try track.perform(.undo).kind == .reverted(id(5)))
    track.append(.race(.clocksCompared(comparison)))
    #expect(try track.perform(.redo).kind == .reverted(id(7)))
    #expect(track.session.stands(5) && track.session.stands(6))
  }

  @Test func `a wave whose only entry was taken back is unknown until redo`() throws {
    var track = track()
    var entry = RaceEvent.Entry(bib: "4")
    entry.wave = .set("B")
    try track.perform((0, .race(.entered(entry))), (0, .undo))
    let start = Command.race(.waveStarted(wave: "B", race: nil))
    #expect(throws: Refusal.noSuchWave("B")) { try track.perform(start) }
    try track.perform(.redo)
    #expect(try track.perform(start).kind == .race(.waveStarted(wave: "B", race: nil)))
  }

  @Test func `a batch ends at the first event that does not belong to it`() {
    var track = track()
    track.append(.race(.crossed(RaceEvent.Crossing(bib: "1"))))
    track.append(.race(.entered(RaceEvent.Entry(bib: "4"))), batch: id(2))
    track.append(.reverted(id(2), batch: true))
    #expect(bibs(track.session) == ["4"])
    track.append(.race(.entered(RaceEvent.Entry(bib: "5"))), batch: id(2))
    #expect(bibs(track.session) == ["4", "5"])
  }
}
