public import Text

/// A session as of one moment: the state of its clock and its quality.
///
/// It has no laps and timestamps: these are read from the ``Session``.
public struct Snapshot: Hashable, Sendable {
  /// The state of the session without its events.
  public var summary: Summary
  /// The wall-clock time of the moment, from which ages count.
  public var at: Moment
  /// The phase.
  public var phase: Phase
  /// The running time then; negative in the countdown, nil without a start.
  public var runningTime: Duration?
  /// The quality of the running time.
  public var quality: ClockQuality

  fileprivate init(_ summary: Summary, place: Duration, at: Moment) {
    self.summary = summary
    self.at = at
    phase = summary.phase(atPlace: place)
    runningTime = summary.runningTime(atPlace: place)
    quality = summary.quality
  }

  /// The running time as a display shows it: zero without a start.
  public var displayedTime: Duration { runningTime ?? .zero }

  /// The time until the countdown or the limit ends; nil without either.
  package var phaseEndsAfter: Duration? {
    switch phase {
    case .countdown: .zero - displayedTime
    case .running: summary.profile.plan.limit.map { $0 - displayedTime }
    case .ready, .stopped, .finished, .discarded: nil
    }
  }

  /// The time until a display of the running time, or of the whole seconds of a countdown, changes;
  /// nil while the clock stands.
  public func changesAfter(_ label: StopwatchLabel = StopwatchLabel()) -> Duration? {
    switch phase {
    case .running:
      let next = label.nextChange(after: displayedTime)
      return [next.map { $0 - displayedTime }, phaseEndsAfter].compactMap(\.self).min()
    case .countdown:
      return CountdownLabel().nextChange(after: displayedTime).map { $0 - displayedTime }
    case .ready, .stopped, .finished, .discarded: return nil
    }
  }
}

extension Summary {
  /// The session as of a reading of the clocks.
  public func snapshot(at now: Reading) -> Snapshot {
    let position = timeline?.position(of: now)
    var snapshot = Snapshot(self, place: position?.anchor.place ?? .zero, at: now.recordedAt)
    // The time of a running clock also depends on the present reading.
    if let position, snapshot.phase.isOpen {
      snapshot.quality = max(snapshot.quality, position.quality)
    }
    return snapshot
  }
}

extension Session {
  /// The session as of a reading of the clocks.
  public func snapshot(at now: Reading) -> Snapshot { summary.snapshot(at: now) }

  /// The session at the moment of its newest event, with all that is known of it; nil without one.
  ///
  /// For a session folded through one of its events, the snapshot has the knowledge after that
  /// event. An event that was stated late is before others: the clock then shows its time at that
  /// moment, while all known laps and timestamps are included, also later ones.
  ///
  /// - Complexity: O(1); O(n) in the events if the newest was stated for a moment before the
  ///   latest press.
  public func snapshotAtNewestEvent() -> Snapshot? {
    guard let newest = entries.last else { return nil }
    let place = entries.placement(entries.count - 1).place
    var snapshot = Snapshot(summary, place: place, at: newest.at)
    guard let latest = summary.stopwatch.latest, place < latest else { return snapshot }
    let past = past(through: place)
    snapshot.phase = past.summary.phase(atPlace: place)
    snapshot.runningTime = past.summary.runningTime(atPlace: place)
    return snapshot
  }

  /// The session up to one of its running times, and its snapshot then; nil if the clock has not
  /// reached the time.
  ///
  /// All that is known today counts: amendments and the present plan apply, and later laps and
  /// timestamps are left out. A moment at which the clock stood shows the session as of the stop.
  ///
  /// - Complexity: O(n) in the events.
  public func snapshot(
    atRunningTime time: Duration, asOf now: Reading
  ) -> (session: Session, snapshot: Snapshot)? {
    guard let place = place(ofRunningTime: time, asOf: now) else { return nil }
    let past = past(through: place)
    return (past, Snapshot(past.summary, place: place, at: moment(at: place)))
  }

  /// The place at which the clock showed a running time; nil if it did not come so far.
  package func place(ofRunningTime time: Duration, asOf now: Reading) -> Duration? {
    guard let reached = summary.runningTime(at: now), time <= reached else { return nil }
    return intervals.place(ofRunningTime: time)
  }

  /// Kinds of events that this version does not know, by name, with how many there are of each.
  ///
  /// They have their places in time and are otherwise skipped: what the session shows may not be
  /// all that a newer version would.
  ///
  /// - Complexity: O(n).
  public var unknownKinds: [String: Int] {
    entries.reduce(into: [:]) { kinds, event in
      if case .unknown(let name) = event.kind { kinds[name, default: 0] += 1 }
    }
  }

  /// The wall clock at a place, by the latest sound reading that is not behind it.
  func moment(at place: Duration) -> Moment {
    let anchors = entries.indices.lazy.map { entries.placement($0).anchor }
    guard var nearest = anchors.first else { return Moment(nanosecondsSince1970: 0) }
    for anchor in anchors where anchor.isSound && anchor.place <= place {
      if nearest.place > place || anchor.place > nearest.place { nearest = anchor }
    }
    return nearest.reading.recordedAt + (place - nearest.place)
  }
}

/// The state of a session's clock.
public enum Phase: String, Hashable, Sendable, CaseIterable {
  /// There is no standing start.
  case ready
  /// The start is in the future.
  case countdown
  case running
  /// The clock is stopped, and can be resumed.
  case stopped
  /// The plan is complete, and the clock is stopped permanently.
  case finished
  case discarded

  /// Whether the clock runs or counts down.
  package var isOpen: Bool { self == .running || self == .countdown }
}
