package import Text

/// The time of one session, onto which the readings of all its events are laid in the order of
/// their arrival, whatever clocks they were read from.
///
/// A place is the time from the moment of the session's first event, which lies at zero. Readings
/// of one clock lie as far apart as its ticks say. From one clock to another the wall clock
/// bridges; where it ran backwards the gap is taken as nothing and flagged, never hidden.
///
/// Its size is that of the clocks seen, not of the readings laid.
package struct Timeline: Hashable, Sendable {
  /// The reading that arrived last.
  package var newest: Anchor
  /// The sound reading that arrived last; a place can be told from it by wall time.
  package var newestSound: Anchor
  /// The newest reading of each other clock.
  package var others: [ClockID: Anchor]

  /// Begins a timeline with the reading of a session's first event.
  init(first anchor: Anchor) {
    newest = anchor
    newestSound = anchor
    others = [:]
  }

  package init(newest: Anchor, newestSound: Anchor, others: [ClockID: Anchor]) {
    self.newest = newest
    self.newestSound = newestSound
    self.others = others
  }

  /// Where a reading lies, and how well that is known.
  ///
  /// - Complexity: O(1).
  func position(of reading: Reading) -> (anchor: Anchor, quality: ClockQuality) {
    guard let last = reading.clock == newest.reading.clock ? newest : others[reading.clock] else {
      return bridge(to: reading)
    }
    let ticked = reading.ticks - last.reading.ticks
    let drift = (reading.recordedAt - last.reading.recordedAt - ticked).magnitude
    // The larger of the two is meant; a division of durations is slow, and rarely needed.
    let isStepped = drift > .seconds(1) && drift > ticked.magnitude / 2000
    let anchor = Anchor(
      reading: reading, place: (last.place + ticked).heldOnTimeline,
      isSound: last.isSound || isStepped)
    return (anchor, isStepped ? .stepped : .exact)
  }

  /// Lays a reading, whose position has been told, onto the timeline.
  ///
  /// - Complexity: O(1).
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
  /// What the clocks said.
  package var reading: Reading
  /// The time from the session's first event.
  package var place: Duration
  /// Whether other moments can be told from this one by wall time.
  package var isSound: Bool

  package init(reading: Reading, place: Duration, isSound: Bool) {
    self.reading = reading
    self.place = place
    self.isSound = isSound
  }
}

/// The places that the timeline of a session has: some 146 years either way of its first event.
///
/// The difference of any two of them fits into 64 bits of nanoseconds, so what the fold knows and
/// what the tables of the log hold is the same. The two ends stand for all that lies beyond.
package enum Places {
  /// All places, the ends among them.
  package static let range: ClosedRange<Duration> =
    .nanoseconds(-(1 << 62) + 1) ... .nanoseconds((1 << 62) - 1)
}

extension Duration {
  /// The place itself, or the end of the timeline that it lies beyond.
  package var heldOnTimeline: Duration {
    min(max(self, Places.range.lowerBound), Places.range.upperBound)
  }

  /// Whether the place lies at an end of the timeline, or beyond.
  package var isBeyondTimeline: Bool {
    self <= Places.range.lowerBound || self >= Places.range.upperBound
  }
}

/// How well a place on the timeline is known, from best to worst.
public enum ClockQuality: String, Hashable, Comparable, Sendable, CaseIterable {
  /// By the ticks of one clock.
  case exact
  /// By what somebody stated.
  case stated
  /// By ticks, while the wall clock was stepped.
  case stepped
  /// By the wall clock, over a change from one clock to another.
  case bridged
  /// The wall clock ran backwards over such a change: how long it took is not known.
  case unknown

  /// Whether the one is better known than the other.
  public static func < (left: ClockQuality, right: ClockQuality) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .exact: 0
    case .stated: 1
    case .stepped: 2
    case .bridged: 3
    case .unknown: 4
    }
  }
}
