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
