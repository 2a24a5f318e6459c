public import Text

/// The derivation of a running time from the events of a session.
///
/// Three sums lead to the number, and each is exact to the nanosecond:
/// 1. The place of a reading is the place of its clock's first reading, plus the difference of
///    their ticks. See ``clocks``.
/// 2. The place of an event is the place of its reading, plus its steps. See ``sources``.
/// 3. The running time is the sum of its terms, each the difference of two places. The lap time is
///    the split minus that of the last lap that counts. See ``terms``.
///
/// Only places beyond the end of the timeline, which no command and no import makes, do not add up:
/// the fold clamps them.
public struct Explanation: Hashable, Sendable {
  /// The moment whose running time is explained.
  public enum Subject: Hashable, Sendable {
    /// The present.
    case now
    /// A lap, with the last lap that counts before it; nil if there is none.
    case lap(Lap, previous: Lap?)
    /// Another event with a moment, by its number within the session.
    case event(Int)
  }

  /// The moment.
  public var subject: Subject
  /// The intervals in which the clock ran up to the moment; in the countdown, the one up to the
  /// start, which is negative.
  public var terms: [Term]
  /// The events on which the number rests, in the order of their arrival.
  ///
  /// They are the ends of the terms, their corrections, and the readings nearest to stated moments.
  /// The present is the last.
  public var sources: [Source]
  /// The clocks of their readings, in the order of their first readings.
  public var clocks: [ClockStart]
  /// The rules of the session.
  public var rules: [Rule]
  /// The completion of the plan, if it was at the moment or before.
  public var finish: Finish?
  /// The laps that do not count, between a lap that is explained and the last one that counts.
  public var uncounted: [Lap]
  /// The events up to the moment that were taken back or removed.
  public var omitted: [Omission]

  /// The running time: the sum of the terms; nil if no start stands, or none did then.
  public var runningTime: Duration? {
    let sum = terms.reduce(.zero) { $0 + $1.span }
    if case .lap = subject { return sum }
    return terms.isEmpty ? nil : sum
  }

  /// The doubt in the running time; nil without one.
  public var doubt: Doubt? { runningTime.map { _ in doubt(of: terms) } }

  /// The doubt in the lap time; nil if the subject is not a lap.
  public var lapDoubt: Doubt? {
    guard case .lap(_, let previous) = subject else { return nil }
    return doubt(of: terms(after: previous))
  }

  /// The parts of the terms after a lap.
  private func terms(after lap: Lap?) -> [Term] {
    guard let lap else { return terms }
    return terms.filter { $0.to.place >= lap.place }.map { term in
      guard term.from.place < lap.place else { return term }
      return Term(from: Point(place: lap.place, origin: .event(lap.event)), to: term.to)
    }
  }
}

extension Explanation {
  /// A place with its origin.
  public struct Point: Hashable, Sendable {
    /// The origin of a place.
    public enum Origin: Hashable, Sendable {
      /// An event, by its number within the session.
      case event(Int)
      /// The limit of the plan: the place at which the running time reaches it.
      case limit
      /// The present.
      case now
    }

    /// The time since the session's first event.
    public var place: Duration
    /// The origin.
    public var origin: Origin
  }

  /// An interval in which the clock ran.
  public struct Term: Hashable, Sendable {
    /// The start or resume.
    public var from: Point
    /// The stop, the finish or the moment that is explained.
    public var to: Point
    /// Its length: the difference of the places.
    public var span: Duration { to.place - from.place }
  }

  /// An event on which the number rests, or the present.
  public struct Source: Hashable, Sendable {
    /// The event; nil for the present.
    public var event: Event?
    /// The reading.
    public var reading: Reading
    /// The place of the reading.
    public var readingPlace: Duration
    /// The steps from the place of the reading to that of the event; their sum is the difference.
    public var steps: [Step]
    /// The place of the event, as corrected: that of the reading and the steps.
    public var place: Duration
    /// The quality of the reading's place.
    public var quality: ClockQuality
    /// By how much the wall clock was set since the previous reading of the same clock; nil if
    /// ticks and wall clock agree.
    public var wallClockStep: Duration?
    /// The flags of the event.
    public var flags: LapFlags
    /// The clock to which the place refers: that of its reading, or of the one nearest to a stated
    /// moment.
    var clock: ClockID
  }

  /// A step from the place of a reading to that of its event.
  public struct Step: Hashable, Sendable {
    /// The reason of a step.
    public enum Reason: Hashable, Sendable {
      /// The event happened before its reading (`--ago`), or after it (a countdown).
      case offset
      /// The time was stated: the wall clock's difference to the nearest sound reading counts,
      /// which is that of an event with this number.
      case stated(reading: Int)
      /// The event was measured before the latest press, and has the place of that one.
      case waited
      case moved(by: Int)
      /// An event with this number moved it to a moment, relative to the reading of an event.
      case restated(by: Int, reading: Int)

      /// The event that moved it, by its number within the session; nil for other reasons.
      package var event: Int? {
        switch self {
        case .moved(let event), .restated(let event, _): event
        case .offset, .stated, .waited: nil
        }
      }

      /// The event whose reading the place refers to; nil for that of the event itself.
      package var reading: Int? {
        switch self {
        case .stated(let reading), .restated(_, let reading): reading
        case .offset, .waited, .moved: nil
        }
      }
    }

    /// The reason.
    public var reason: Reason
    /// The difference.
    public var span: Duration
  }

  /// The first reading of a clock, which relates its ticks to the timeline.
  public struct ClockStart: Hashable, Sendable {
    /// The relation to the clocks before.
    public enum Origin: Hashable, Sendable {
      /// The clock of the session's first event.
      case first
      /// The newest sound reading before, that of an event at a place, and the difference of the
      /// wall clocks. It counts as zero if it is negative, and the place is not before that of the
      /// newest reading.
      case wallClock(event: Int, place: Duration, difference: Duration)
    }

    /// The clock.
    public var clock: ClockID
    /// The event of the first reading, by its number within the session; nil for the present.
    public var event: Int?
    /// The ticks of the first reading.
    public var ticks: Duration
    /// The place of the first reading.
    public var place: Duration
    /// The relation to the clocks before.
    public var origin: Origin
    /// The quality of the place: exact, bridged or unknown.
    public var quality: ClockQuality
    /// The clock of the event before; nil for the first clock.
    var clockBefore: ClockID?
  }

  /// A rule of the session.
  public struct Rule: Hashable, Sendable {
    /// The value of a rule.
    public enum Value: Hashable, Sendable {
      /// The number of counted laps that finishes the session.
      case laps(Int)
      /// The running time that finishes the session.
      case limit(Duration)
      /// The shortest lap time with which a lap counts.
      case minimumLap(Duration)
      /// The number of segments, the last of which finishes the session.
      case segments(Int)
    }

    /// The value.
    public var value: Value
    /// The event that set it, by its number within the session.
    public var event: Int
  }

  /// The completion of the plan.
  public struct Finish: Hashable, Sendable {
    /// The lap that finished the session, by the number of its event; nil: the limit did.
    public var lap: Int?
    /// The running time then.
    public var runningTime: Duration
  }

  /// An event that is left out.
  public struct Omission: Hashable, Sendable {
    /// The event, by its number within the session.
    public var event: Int
    /// The event that took it back or removed it.
    public var by: Int
    /// Whether it was removed, not taken back.
    public var isRemoved: Bool
  }

  /// The reason why a number cannot be explained: there is no such number.
  public enum Failure: Error, Hashable, Sendable {
    /// There is no such lap; the number of laps that count.
    case noSuchLap(Int, count: Int)
    case noSuchEvent(EventReference)
    case noRunningTime(event: Int)
    /// The event is left out.
    case omitted(Omission)
  }
}
