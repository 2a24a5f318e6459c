public import Text

/// The time of an event: a moment, its basis, and the reading of the clocks at the command.
public struct EventTime: Hashable, Sendable {
  /// The wall-clock time of the event.
  public var at: Moment
  /// How that time is known.
  public var basis: Basis
  /// The clocks when its command began.
  public var reading: Reading

  /// Makes a time from its parts.
  public init(at: Moment, basis: Basis, reading: Reading) {
    self.at = at
    self.basis = basis
    self.reading = reading
  }

  /// The moment of the reading.
  public static func now(_ reading: Reading) -> EventTime {
    EventTime(at: reading.recordedAt, basis: .measured, reading: reading)
  }

  /// A span after the reading: a countdown.
  public static func after(_ span: Duration, _ reading: Reading) -> EventTime {
    EventTime(at: reading.recordedAt + span, basis: .measured, reading: reading)
  }

  /// A span before the reading.
  public static func ago(_ span: Duration, _ reading: Reading) -> EventTime {
    EventTime(at: reading.recordedAt - span, basis: .ago, reading: reading)
  }

  /// A moment that the user states.
  public static func stated(_ moment: Moment, _ reading: Reading) -> EventTime {
    EventTime(at: moment, basis: .stated, reading: reading)
  }
}

extension Event {
  /// The event's own time.
  public var time: EventTime { EventTime(at: at, basis: basis, reading: reading) }
}
