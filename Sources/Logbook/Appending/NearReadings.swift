import SQLite
import Text
import Timing

/// Finds the readings of a session by which a stated moment is placed.
///
/// While the wall clock runs forwards, the events are in its order, and the nearest ones are found
/// without reading those before them.
struct NearReadings {
  let connection: Connection
  /// The number of the session.
  let session: Int
  /// The newest reading of the session, and the number of its event.
  private let newest: (anchor: Anchor, version: Int)
  /// The last event whose reading is considered.
  private let last: Int

  /// Finds readings of a session; nil if its wall clock was set back, so that all may be needed.
  ///
  /// - Parameters:
  ///   - session: the number of the session.
  ///   - summary: its state.
  ///   - version: the event before which the readings were made; nil for all.
  ///   - connection: the log.
  init?(
    of session: Int, _ summary: Summary, before version: Int? = nil, in connection: Connection
  ) {
    guard let timeline = summary.timeline, timeline.isForward else { return nil }
    self.connection = connection
    self.session = session
    newest = (timeline.newest, summary.version)
    last = version.map { $0 - 1 } ?? summary.version
  }

  /// The readings near all moments of a span.
  struct Span {
    /// The readings before and after the moments, which they are after and not after; nil for none.
    fileprivate var before, after: Moment?
    var readings: SoundReadings

    /// Whether the readings are those near a moment, also after later events.
    func contains(_ moment: Moment) -> Bool {
      guard let after else { return false }
      return moment <= after && before.map { $0 < moment } ?? true
    }
  }

  /// Returns the last reading before a moment and the first one from it on, each the earliest
  /// arrival of equal ones; nil if the tables lack one.
  ///
  /// - Complexity: O(log k) events in the number of those since the moment.
  func near(_ moment: Moment) throws(DatabaseError) -> SoundReadings? {
    try span(of: moment)?.readings
  }

  /// Returns the span of a moment, as ``near(_:)``.
  func span(of moment: Moment) throws(DatabaseError) -> Span? {
    guard let next = try firstEvent(notBefore: moment, through: last) else { return nil }
    var versions: [Int] = []
    var (start, end): (Moment?, Moment?) = (nil, nil)
    if next > 1 {
      guard let before = try reading(next - 1),
        let first = try firstEvent(notBefore: before.recordedAt, through: next - 1)
      else { return nil }
      versions.append(first)
      start = before.recordedAt
    }
    if next <= last { versions.append(next) }
    var anchors: [(anchor: Anchor, version: Int)] = []
    for version in versions {
      guard let reading = try reading(version), let place = try place(of: reading) else {
        return nil
      }
      if version == next { end = reading.recordedAt }
      anchors.append((Anchor(reading: reading, place: place, isSound: true), version))
    }
    return Span(before: start, after: end, readings: SoundReadings(anchors))
  }

  /// Returns the first event whose reading is not before a moment, or the number after the last
  /// one.
  ///
  /// - Parameters:
  ///   - moment: the moment.
  ///   - last: the last event that is considered.
  /// - Returns: its number; nil if the log lacks one that had to be read.
  /// - Throws: `DatabaseError`.
  private func firstEvent(
    notBefore moment: Moment, through last: Int
  ) throws(DatabaseError) -> Int? {
    // Most moments are near the end: the steps back double.
    var (earlier, later, step) = (last, last + 1, 1)
    while earlier > 0 {
      guard let reading = try reading(earlier) else { return nil }
      if reading.recordedAt < moment { break }
      later = earlier
      earlier = max(0, earlier - step)
      step *= 2
    }
    while later - earlier > 1 {
      let middle = earlier + (later - earlier) / 2
      guard let reading = try reading(middle) else { return nil }
      if reading.recordedAt < moment { earlier = middle } else { later = middle }
    }
    return later
  }

  private func reading(_ version: Int) throws(DatabaseError) -> Reading? {
    if version == newest.version { return newest.anchor.reading }
    return try connection.cached(
      "SELECT clock, ticks_ns, recorded_at FROM events WHERE session = ? AND version = ?"
    ).bind(session, version).first {
      Reading(
        clock: ClockID(rawValue: $0.int(0)), ticks: .nanoseconds($0.int(1)),
        recordedAt: Moment(nanosecondsSince1970: $0.int(2)))
    }
  }

  /// Returns the place of a reading, by the ticks since the newest one of its clock.
  private func place(of reading: Reading) throws(DatabaseError) -> Duration? {
    if reading.clock == newest.anchor.reading.clock {
      return newest.anchor.place + (reading.ticks - newest.anchor.reading.ticks)
    }
    return try connection.cached(
      "SELECT place, ticks_ns FROM anchors WHERE session = ? AND clock = ?"
    ).bind(session, reading.clock.rawValue).first {
      .nanoseconds($0.int(0)) + (reading.ticks - .nanoseconds($0.int(1)))
    }
  }
}
