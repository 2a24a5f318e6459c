import Text

/// A past session prepared for a replay, with its events in the order of their arrival.
///
/// Corrections are played when they were made, so an event that was undone is there until then. Each
/// event is played at its own moment, or at once if the replay has passed that already.
package struct Tape: Sendable {
  /// An event and its moment in the replay.
  package struct Entry: Sendable {
    /// The event.
    package var event: Event
    /// The time from the beginning of the tape, at the speed at which it happened.
    package var position: Duration
    /// The clocks at that moment, as the event's own clock counts them.
    package var reading: Reading
    /// The session at that moment, after the event.
    package var snapshot: Snapshot
    /// The time for which the session's clock runs from there until the next event.
    package fileprivate(set) var runs = Duration.zero
  }

  /// The events in the order of their arrival; the first is at zero.
  package let entries: [Entry]
  /// The whole session, after its last event.
  package let session: Session

  /// The time from the first event to the last.
  package var length: Duration { entries.last?.position ?? .zero }

  /// The longest wait of a replay while the session's clock is stopped.
  package static let longestGap = Duration.seconds(1)

  /// Creates the tape of a session.
  ///
  /// - Parameters:
  ///   - events: its events in the order of their arrival.
  ///   - longestGap: the longest time on the tape while the session's clock is stopped; nil keeps all
  ///     gaps as they were.
  /// - Complexity: that of folding the events.
  package init(_ events: some Sequence<Event>, longestGap: Duration? = Tape.longestGap) {
    var entries: [Entry] = []
    entries.reserveCapacity(events.underestimatedCount)
    var session = Session()
    var place = Duration.zero
    for event in events {
      let before = session.summary
      session.apply(event)
      let known = session.replayPlace(ofEvent: event.version) ?? (place, place)
      var position = Duration.zero
      if let last = entries.indices.last {
        let runs = before.timeRunning(from: place, to: known.place)
        let gap = max(.zero, known.place - place - runs)
        entries[last].runs = runs
        position = entries[last].position + runs + (longestGap.map { min(gap, $0) } ?? gap)
      }
      place = entries.isEmpty ? known.place : max(place, known.place)
      var reading = event.reading
      reading.ticks += place - known.reading
      reading.recordedAt = reading.recordedAt + (place - known.reading)
      entries.append(
        Entry(
          event: event, position: position, reading: reading,
          snapshot: session.snapshot(at: reading)))
    }
    self.entries = entries
    self.session = session
  }

  /// The number of events played up to a position.
  ///
  /// - Complexity: O(log n).
  package func count(at position: Duration) -> Int {
    var range = 0..<entries.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        entries[middle].position <= position
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// The first position at which the session's clock shows a running time or more; nil if it never
  /// does.
  ///
  /// - Complexity: O(n).
  package func position(ofRunningTime time: Duration) -> Duration? {
    for entry in entries {
      let shown = entry.snapshot.displayedTime
      if shown >= time { return entry.position }
      if shown + entry.runs >= time { return entry.position + (time - shown) }
    }
    return nil
  }

  /// The clocks at a position; nil on an empty tape.
  ///
  /// - Complexity: O(log n).
  package func reading(at position: Duration) -> Reading? {
    let count = count(at: max(.zero, position))
    guard count > 0 else { return nil }
    let entry = entries[count - 1]
    let passed = position - entry.position
    var reading = entry.reading
    reading.ticks += passed
    reading.recordedAt = reading.recordedAt + passed
    return reading
  }
}

extension Summary {
  /// The time for which the clock runs or counts down between two places without events.
  fileprivate func timeRunning(from start: Duration, to end: Duration) -> Duration {
    switch phase(atPlace: start) {
    case .countdown, .running: max(.zero, min(end, stopwatch.limitPlace ?? end) - start)
    case .ready, .stopped, .finished, .discarded: .zero
    }
  }
}
