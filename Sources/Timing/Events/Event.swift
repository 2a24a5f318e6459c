public import Text

/// An event of a session as stored in the log: a fact that never changes.
public struct Event: Hashable, Sendable {
  /// The id, the same in every log that contains the event.
  public var id: EventID
  /// Its number within its session: 1, 2, 3, … in the order of arrival.
  public var version: Int
  /// The kind with its data.
  public var kind: Kind
  /// The wall-clock time of the event; the fold determines its place on the timeline.
  public var at: Moment
  /// The basis of that time.
  public var basis: Basis
  /// The reading of the clocks at the beginning of its command.
  public var reading: Reading
  /// The batch; zero for none, since an optional would be longer.
  private var batchOrZero: EventID

  /// The id of the first event of the command that appended several; nil for a single event.
  public var batch: EventID? {
    get { batchOrZero == .zero ? nil : batchOrZero }
    set { batchOrZero = newValue ?? .zero }
  }

  /// Creates an event from its parts.
  public init(
    id: EventID, version: Int, kind: Kind, at: Moment, basis: Basis, reading: Reading,
    batch: EventID? = nil
  ) {
    self.id = id
    self.version = version
    self.kind = kind
    self.at = at
    self.basis = basis
    self.reading = reading
    batchOrZero = batch ?? .zero
  }
}

extension EventID {
  /// The nil UUID, which no event has.
  fileprivate static let zero = EventID(high: 0, low: 0)
}

/// The time of an event: a moment, its basis, and the reading of the clocks at the command.
public struct EventTime: Hashable, Sendable {
  /// The wall-clock time of the event.
  public var at: Moment
  /// The basis of that time.
  public var basis: Basis
  /// The reading of the clocks at the beginning of its command.
  public var reading: Reading

  /// Creates a time from its parts.
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
