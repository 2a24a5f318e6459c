package import Text

/// A past session prepared for a replay, with its events in the order of their arrival.
///
/// The events of sessions that joined a race are among those of the race, in the order of time.
/// Corrections are played when they were made, so an event that was undone is there until then.
/// Each event is played at its own moment, or at once if the replay has passed that already. If a
/// session was entered afterwards, its entries and rulings are played with the event before them.
package struct Tape: Sendable {
  /// An event and its moment in the replay.
  package struct Entry: Sendable {
    package var event: Event
    /// The session of the event, which joined the race; nil for the session itself.
    package var stream: EventID?
    /// The time from the beginning of the tape, at the speed at which it happened.
    package var position: Duration
    /// The clocks at that moment, as the event's own clock counts them.
    package var reading: Reading
    /// The session at that moment, after the event.
    package var snapshot: Snapshot
    /// The time for which the session's clock runs from there until the next event.
    package fileprivate(set) var runs = Duration.zero
  }

  /// An event of a session that joined a race, at its place on the race's timeline.
  package typealias JoinedEvent = (stream: EventID, event: Event, place: Duration)

  /// The events in the order in which they are played; the first is at zero.
  package private(set) var entries: [Entry] = []
  /// The whole session, after its last event.
  package private(set) var session = Session()

  /// The time from the first event to the last.
  package private(set) var length = Duration.zero

  /// The longest wait of a replay while the session's clock is stopped.
  package static let longestGap = Duration.seconds(1)

  private let longestGap: Duration?
  /// The place of the newest entry on the session's timeline.
  private var place = Duration.zero

  /// Creates the tape of a session from its events in the order of their arrival.
  ///
  /// The joined events are in the order of their places. `longestGap` limits the time on the tape
  /// while the session's clock is stopped; nil keeps all gaps as they were.
  package init(
    _ events: some Sequence<Event>, joined: [JoinedEvent] = [],
    longestGap: Duration? = Tape.longestGap
  ) {
    self.longestGap = longestGap
    entries.reserveCapacity(events.underestimatedCount + joined.count)
    var joined = joined[...]
    let events = Array(events)
    let followers = Self.followers(among: events)
    for (index, event) in events.enumerated() {
      let before = session.summary
      session.apply(event)
      var known = session.replayPlace(ofEvent: event.version) ?? (place, place)
      if followers.contains(index) { known.place = min(known.place, place) }
      while !entries.isEmpty, let next = joined.first, next.place < known.place {
        add(next, before)
        joined.removeFirst()
      }
      wait(until: known.place, before)
      add(event, at: event.reading.advanced(by: place - known.reading), session.summary)
    }
    for event in joined { add(event, session.summary) }
  }

  /// Finds the events that are about no moment and lie between events stated for earlier ones, in a
  /// session entered afterwards: the moment at which they were made says nothing.
  ///
  /// A session with a measured lap, crossing or timestamp was not: its rulings were made when they
  /// were made, also between two crossings that were stated late.
  ///
  /// - Complexity: O(n).
  private static func followers(among events: [Event]) -> Set<Int> {
    let isLive = events.contains { event in
      let role = event.kind.role
      return event.basis == .measured && (role == .lap || role == .timestamp || role == .passage)
    }
    if isLive { return [] }
    var followers: Set<Int> = []
    var lastStated: Int?
    for (index, event) in events.enumerated() where event.kind.role.hasMoment {
      let isStated = event.basis != .measured
      if isStated, let lastStated {
        followers.formUnion(
          (lastStated + 1..<index).filter { event.at < events[$0].reading.recordedAt })
      }
      lastStated = isStated ? index : nil
    }
    return followers
  }

  private mutating func add(_ joined: JoinedEvent, _ summary: Summary) {
    guard let last = entries.last else { return }
    let before = place
    wait(until: joined.place, summary)
    add(joined.event, of: joined.stream, at: last.reading.advanced(by: place - before), summary)
  }

  /// Moves to the place of the next event.
  private mutating func wait(until next: Duration, _ summary: Summary) {
    guard let last = entries.indices.last else { return place = next }
    let runs = summary.timeRunning(from: place, to: next)
    let gap = max(.zero, next - place - runs)
    entries[last].runs = runs
    length += runs + (longestGap.map { min(gap, $0) } ?? gap)
    place = max(place, next)
  }

  private mutating func add(
    _ event: Event, of stream: EventID? = nil, at reading: Reading, _ summary: Summary
  ) {
    entries.append(
      Entry(
        event: event, stream: stream, position: length, reading: reading,
        snapshot: summary.snapshot(at: reading)))
  }

  /// The number of events played up to a position.
  package func count(at position: Duration) -> Int {
    entries.partitioningIndex { $0.position > position }
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
  package func reading(at position: Duration) -> Reading? {
    let count = count(at: max(.zero, position))
    guard count > 0 else { return nil }
    let entry = entries[count - 1]
    return entry.reading.advanced(by: position - entry.position)
  }
}

extension Reading {
  fileprivate func advanced(by span: Duration) -> Reading {
    Reading(clock: clock, ticks: ticks + span, recordedAt: recordedAt + span)
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
