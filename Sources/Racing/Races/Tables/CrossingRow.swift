package import Text
import Timing

/// A crossing that stands.
package struct CrossingRow: Hashable, Sendable {
  package var event: Event
  /// The runner's bib; nil for a chip that nobody has, and where nobody was named.
  package var bib: String?
  /// The chip as it was read.
  package var chip: String?
  package var point: String?
  package var reader: String?
  package var at: Moment
  /// The race's running time; negative before the start, nil without one.
  package var runningTime: Duration?
  /// The lap that it completes, or the number of its point, from 1; nil if it does not count.
  package var number: Int?
  /// The time from the start of the runner's clock; nil if it does not count.
  package var split: Duration?
  /// The time since the passage before; nil without one, and if it does not count.
  package var lap: Duration?
  package var flags: RaceFlags
  /// The place on the timeline.
  package var place: Duration

  /// An event of the race's own session, or of one that joined it.
  package struct Event: Hashable, Sendable {
    /// The number of its session.
    package var session: Int
    /// Its number within the session.
    package var version: Int

    package init(session: Int, version: Int) {
      self.session = session
      self.version = version
    }
  }

  /// Creates the row of a crossing that is not judged.
  package init(
    event: Event, bib: String?, chip: String?, point: String?, reader: String?, at: Moment,
    runningTime: Duration?, flags: RaceFlags, place: Duration
  ) {
    self.event = event
    self.bib = bib
    self.chip = chip
    self.point = point
    self.reader = reader
    self.at = at
    self.runningTime = runningTime
    self.flags = flags
    self.place = place
  }

  /// Sets the passage that a judged crossing makes, and its flags.
  mutating func apply(_ judged: WaveJudge.Passage, from origin: Duration) {
    flags = judged.flags
    guard judged.number > 0 else { return }
    (number, split, lap) = (judged.number, judged.place - origin, judged.lap)
  }
}

extension Race {
  /// Returns the row of a crossing of a session, before it is judged.
  func row(of crossing: Crossing, bib: String?, in number: Int) -> CrossingRow {
    let received = self.crossing(crossing.source)
    // A crossing of earlier rows may not stand any more.
    let at = standing(crossing.source)?.at ?? Moment(nanosecondsSince1970: 0)
    return CrossingRow(
      event: CrossingRow.Event(session: number, version: crossing.source.version), bib: bib,
      chip: received?.chip, point: crossing.point, reader: received?.reader, at: at,
      runningTime: session.runningTime(atPlace: crossing.place), flags: crossing.flags,
      place: crossing.place)
  }
}
