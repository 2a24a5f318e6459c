package import Timing
import Text

/// A past session, laid out to be played: its events in the order of their arrival, so that
/// corrections are seen to be made, and what was undone is there until it is undone; each at its
/// own moment, or at once after those before it if that is past already.
package struct Tape: Sendable {
  /// An event, and when it is played.
  package struct Mark: Sendable {
    package var event: Event
    /// The time from the beginning of the tape, at the pace at which it happened.
    package var at: Duration
    /// What the clocks showed then, as the event's own clock has it.
    package var reading: Reading
    /// What the session's clock shows then.
    package var runningTime: Duration
    /// How long it runs from there on, before the next event.
    package fileprivate(set) var running = Duration.zero
  }

  /// The events in the order of their arrival; the first at zero.
  package let marks: [Mark]

  /// How long it plays: up to the last event.
  package var length: Duration { marks.last?.at ?? .zero }

  /// The longest wait while the clock stands.
  package static let longestGap = Duration.seconds(1)

  /// Lays out a session.
  ///
  /// - Parameters:
  ///   - events: its events in the order of their arrival.
  ///   - keepsGaps: whether waits stay as long as they were while the clock stood; else none is
  ///     longer than a second.
  /// - Complexity: as folding the events.
  package init(_ events: some Sequence<Event>, keepsGaps: Bool = false) {
    var marks: [Mark] = []
    var session = Session()
    var place = Duration.zero
    for event in events {
      let before = session.summary
      session.apply(event)
      let told = session.replayPlace(ofEvent: event.version) ?? (place, place)
      var at = Duration.zero
      if let last = marks.indices.last {
        let ran = before.timeRunning(from: place, to: told.place)
        let stood = max(.zero, told.place - place - ran)
        marks[last].running = ran
        at = marks[last].at + ran + (keepsGaps ? stood : min(stood, Self.longestGap))
      }
      place = marks.isEmpty ? told.place : max(place, told.place)
      var reading = event.reading
      reading.ticks += place - told.reading
      reading.recordedAt = reading.recordedAt + (place - told.reading)
      let time = session.summary.runningTime(atPlace: place) ?? .zero
      marks.append(Mark(event: event, at: at, reading: reading, runningTime: time))
    }
    self.marks = marks
  }

  /// How many events have been played at a position.
  ///
  /// - Complexity: O(log n).
  package func count(at position: Duration) -> Int {
    var range = 0..<marks.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        marks[middle].at <= position ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// The first position at which the clock shows a running time, or more; nil if it never does.
  package func position(ofRunningTime time: Duration) -> Duration? {
    for mark in marks {
      if mark.runningTime >= time { return mark.at }
      if mark.runningTime + mark.running >= time { return mark.at + (time - mark.runningTime) }
    }
    return nil
  }

  /// The clocks as they were at a position.
  package func reading(at position: Duration) -> Reading? {
    let count = count(at: max(.zero, position))
    guard count > 0 else { return nil }
    let mark = marks[count - 1]
    let passed = position - mark.at
    var reading = mark.reading
    reading.ticks += passed
    reading.recordedAt = reading.recordedAt + passed
    return reading
  }
}

extension Summary {
  /// How long the clock runs, or counts down, between two places if nothing happens there.
  fileprivate func timeRunning(from start: Duration, to end: Duration) -> Duration {
    switch phase(atPlace: start) {
    case .countdown, .running: max(.zero, min(end, stopwatch.limitPlace ?? end) - start)
    case .ready, .stopped, .finished, .discarded: .zero
    }
  }
}
