public import Text

/// What a session shows at one moment of its timeline.
public struct Snapshot: Hashable, Sendable {
  /// The session as it is known for that moment: its laps, timestamps and profile.
  public var session: Session
  /// The wall-clock time of that moment, from which ages count.
  public var at: Moment
  /// What the clock does then.
  public var phase: Phase
  /// The running time then; negative in the countdown, nil without a start.
  public var runningTime: Duration?
  /// How well the running time is known.
  public var quality: ClockQuality

  fileprivate init(_ session: Session, place: Duration, at: Moment, quality: ClockQuality? = nil) {
    self.session = session
    self.at = at
    phase = session.summary.phase(atPlace: place)
    runningTime = session.summary.runningTime(atPlace: place)
    self.quality = quality ?? session.summary.quality
  }
}

extension Session {
  /// The session as of a reading of the clocks: now.
  public func snapshot(at now: Reading) -> Snapshot {
    Snapshot(
      self, place: summary.place(of: now), at: now.recordedAt, quality: summary.quality(at: now))
  }

  /// The session at the moment of its newest event, with all that is known of it.
  ///
  /// Of a session folded through one of its events: as it was known after that event. An event that
  /// was stated late lies before others; the clock then shows what it did at that moment, while
  /// laps and timestamps are all that were known, those too that lie behind it.
  ///
  /// - Returns: the snapshot; nil before the first event.
  /// - Complexity: O(1); O(n) in the events if the newest was stated for a moment before the
  ///   latest press.
  public func snapshotAtNewestEvent() -> Snapshot? {
    guard let newest = entries.last else { return nil }
    let place = newest.arrival.place
    var snapshot = Snapshot(self, place: place, at: newest.event.at)
    guard let latest = summary.stopwatch.latest, place < latest else { return snapshot }
    let past = past(through: place)
    snapshot.phase = past.summary.phase(atPlace: place)
    snapshot.runningTime = past.summary.runningTime(atPlace: place)
    return snapshot
  }

  /// The session at one of its running times, as is known of it today: what came later is not there
  /// yet, but what was amended is, and the plan is that of today.
  ///
  /// Of a moment at which the clock stood, the first is shown: what happened while it stood on is
  /// not there yet.
  ///
  /// - Parameters:
  ///   - time: the running time.
  ///   - now: the present, past which a clock that runs is not shown.
  /// - Returns: the snapshot; nil if the clock has not come to that time.
  /// - Complexity: O(n) in the events.
  public func snapshot(atRunningTime time: Duration, asOf now: Reading) -> Snapshot? {
    guard let reached = summary.runningTime(at: now), time <= reached,
      let place = intervals.place(ofRunningTime: time)
    else { return nil }
    let past = past(through: place)
    return Snapshot(past, place: place, at: moment(at: place))
  }

  /// Kinds of events that this version does not know, by name, with how many there are of each.
  ///
  /// They have their places in time and are otherwise skipped: what the session shows may not be
  /// all that a newer version would.
  ///
  /// - Complexity: O(n).
  public var unknownKinds: [String: Int] {
    entries.reduce(into: [:]) { kinds, entry in
      if case .unknown(let name) = entry.event.kind { kinds[name, default: 0] += 1 }
    }
  }

  /// What the wall clock showed at a place, by the latest sound reading that is not behind it.
  private func moment(at place: Duration) -> Moment {
    var nearest = entries.first?.arrival.anchor
    for entry in entries where entry.arrival.anchor.isSound {
      let anchor = entry.arrival.anchor
      guard anchor.place <= place, let before = nearest else { continue }
      if before.place > place || anchor.place > before.place { nearest = anchor }
    }
    guard let nearest else { return Moment(nanosecondsSince1970: 0) }
    return nearest.reading.recordedAt + (place - nearest.place)
  }
}
