public import Text

/// The timeline of a session, on which the readings of all its events are placed in the order of
/// their arrival, independent of their clocks.
///
/// A place is the time since the session's first event, which is at zero. Readings of one clock
/// have the distance of their ticks. From one clock to another the wall clock is used; if it ran
/// backwards, the gap counts as zero and is flagged.
///
/// Its size grows with the number of clocks, not of readings.
package struct Timeline: Hashable, Sendable {
  /// The reading that arrived last.
  package var newest: Anchor
  /// The sound reading that arrived last; places can be derived from it by wall time.
  package var newestSound: Anchor
  /// The newest reading of each other clock.
  package var others: [ClockID: Anchor]

  package init(newest: Anchor, newestSound: Anchor, others: [ClockID: Anchor] = [:]) {
    self.newest = newest
    self.newestSound = newestSound
    self.others = others
  }

  func position(of reading: Reading) -> (anchor: Anchor, quality: ClockQuality) {
    guard let last = newest(of: reading.clock) else { return bridge(to: reading) }
    let ticked = reading.ticks - last.reading.ticks
    let drift = (reading.recordedAt - last.reading.recordedAt - ticked).magnitude
    // The larger of the two counts; a division of durations is slow, and rarely needed.
    let isStepped = drift > .seconds(1) && drift > ticked.magnitude / 2000
    let anchor = Anchor(
      reading: reading, place: (last.place + ticked).heldOnTimeline,
      isSound: last.isSound || isStepped)
    return (anchor, isStepped ? .stepped : .exact)
  }

  /// The newest reading of a clock; nil if it has none.
  package func newest(of clock: ClockID) -> Anchor? {
    clock == newest.reading.clock ? newest : others[clock]
  }

  /// Adds a reading at its place.
  mutating func lay(_ anchor: Anchor) {
    if anchor.reading.clock != newest.reading.clock {
      others[newest.reading.clock] = newest
      others[anchor.reading.clock] = nil
    }
    newest = anchor
    if newest.isSound { newestSound = newest }
  }

  /// The place of a clock's first reading in this session.
  private func bridge(to reading: Reading) -> (anchor: Anchor, quality: ClockQuality) {
    let gap = reading.recordedAt - newestSound.reading.recordedAt
    let isSound = gap >= .zero
    let place = max(newestSound.place + max(gap, .zero), newest.place).heldOnTimeline
    return (
      Anchor(reading: reading, place: place, isSound: isSound), isSound ? .bridged : .unknown
    )
  }
}

/// A reading with its place on the timeline.
package struct Anchor: Hashable, Sendable {
  package var reading: Reading
  /// The time since the session's first event.
  package var place: Duration
  /// Whether other moments can be derived from it by wall time.
  package var isSound: Bool

  package init(reading: Reading, place: Duration, isSound: Bool) {
    self.reading = reading
    self.place = place
    self.isSound = isSound
  }
}

extension Duration {
  /// The last place on a session's timeline, about 146 years after its first event; the first place
  /// is as long before it.
  ///
  /// The difference of any two places fits into 64-bit nanoseconds, so that the fold and the tables
  /// of the log have the same values. Places beyond the timeline are clamped to its ends.
  package static var lastPlace: Duration {
    Duration(attoseconds: ((1 << 62) - 1) * 1_000_000_000)
  }

  /// The place, clamped to the timeline.
  package var heldOnTimeline: Duration {
    isBeyondTimeline ? min(max(self, .zero - .lastPlace), .lastPlace) : self
  }

  /// Whether the place is at an end of the timeline, or beyond.
  ///
  /// It is asked for each event several times: numbers are compared faster than durations.
  package var isBeyondTimeline: Bool {
    attoseconds.magnitude >= Self.lastPlace.attoseconds.magnitude
  }
}

/// The reliability of a place on the timeline, from best to worst.
public enum ClockQuality: String, Hashable, Comparable, Sendable, CaseIterable {
  /// By the ticks of one clock.
  case exact
  /// The user stated the time.
  case stated
  /// By ticks, while the wall clock was stepped.
  case stepped
  /// By the wall clock, across a change from one clock to another.
  case bridged
  /// The wall clock ran backwards at such a change: its length is unknown.
  case unknown

  /// Whether one is more reliable than the other.
  public static func < (left: ClockQuality, right: ClockQuality) -> Bool {
    left.rank < right.rank
  }

  /// Its position from best to worst, which never changes: the log stores it.
  package var rank: Int64 {
    switch self {
    case .exact: 0
    case .stated: 1
    case .stepped: 2
    case .bridged: 3
    case .unknown: 4
    }
  }
}

/// A reading of a machine's clocks at one instant.
///
/// The wall clock shows the time of day, and can be set; the ticks (CLOCK_BOOTTIME on Linux) never
/// jump and include suspended time, but restart with each boot.
public struct Reading: Hashable, Sendable {
  /// The clock of the ticks; ticks of different clocks cannot be compared.
  public var clock: ClockID
  /// The time since the zero of this clock.
  public var ticks: Duration
  /// The wall clock.
  public var recordedAt: Moment

  /// Creates a reading from the values of both clocks.
  public init(clock: ClockID, ticks: Duration, recordedAt: Moment) {
    self.clock = clock
    self.ticks = ticks
    self.recordedAt = recordedAt
  }

  /// Returns the reading with the wall clock at the distance from the ticks that it has in an
  /// earlier reading of the same clock, unless the wall clock was set in between.
  ///
  /// A machine reads its two clocks one after the other, so their distance varies by some
  /// nanoseconds from reading to reading. Within ``Instant/jitter`` it counts as the same: whole
  /// seconds between moments that were stated with different readings remain whole seconds.
  package func withoutJitter(since last: Reading) -> Reading {
    // Each event is compared: 64 bits are faster than durations. A sum that wraps is not near.
    let passed = ticks.nanoseconds &- last.ticks.nanoseconds
    let expected = last.recordedAt.nanosecondsSince1970 &+ passed
    guard (recordedAt.nanosecondsSince1970 &- expected).magnitude < Instant.jitter else {
      return self
    }
    return Reading(
      clock: clock, ticks: ticks, recordedAt: Moment(nanosecondsSince1970: expected))
  }
}

extension Instant {
  /// The reading, once the clock has its number.
  package func reading(_ clock: ClockID) -> Reading {
    Reading(clock: clock, ticks: ticks, recordedAt: recordedAt)
  }
}
