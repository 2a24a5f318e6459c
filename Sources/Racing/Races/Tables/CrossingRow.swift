package import Text
package import Timing

/// A crossing that stands.
package struct CrossingRow: Hashable, Sendable {
  /// The event.
  package var event: Event
  /// The runner's bib; nil for a chip that nobody has, and where nobody was named.
  package var bib: String?
  package var crossing: RaceEvent.Crossing
  package var at: Moment
  /// The place on the timeline.
  package var place: Duration
  /// The race's running time; negative before the start, nil without one.
  package var runningTime: Duration?
  /// The passage that it makes; nil if it does not count.
  package var passage: Passage?
  package var flags: RaceFlags

  /// An event of the race's own session, or of one that joined it.
  package struct Event: Hashable, Sendable {
    /// The number of its session.
    package var session: Int
    /// Its number within the session.
    package var version: Int

    /// Creates an event.
    package init(session: Int, version: Int) {
      self.session = session
      self.version = version
    }
  }

  /// A crossing that counts.
  package struct Passage: Hashable, Sendable {
    /// The lap that it completes, or the number of its point, from 1.
    package var number: Int
    /// The time from the start of the runner's clock.
    package var split: Duration
    /// The time since the passage before.
    package var lap: Duration?

    package init(number: Int, split: Duration, lap: Duration?) {
      self.number = number
      self.split = split
      self.lap = lap
    }
  }

  package init(
    event: Event, bib: String?, crossing: RaceEvent.Crossing, at: Moment, place: Duration,
    runningTime: Duration?, flags: RaceFlags, passage: Passage? = nil
  ) {
    self.event = event
    self.bib = bib
    self.crossing = crossing
    self.at = at
    self.place = place
    self.runningTime = runningTime
    self.flags = flags
    self.passage = passage
  }
}
