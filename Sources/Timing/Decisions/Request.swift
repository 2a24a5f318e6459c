public import Text

/// Something to be appended, if the state of its session allows it.
public struct Request: Hashable, Sendable {
  /// The identity of the event to be.
  ///
  /// The same one again changes nothing and gives the first answer.
  public var id: EventID
  /// Whether the id was given from outside, and may be in the log already.
  public var mayBeRepeated: Bool
  /// What is wanted.
  public var command: Command
  /// Of which session.
  public var target: Target
  /// When it happened.
  public var time: Time
  /// The clocks when the command began.
  public var instant: Instant
  /// What appends it, such as `cli`, `record` or `watch`.
  public var source: String

  /// Which session is meant.
  public enum Target: Hashable, Sendable {
    /// A new one; unless `also`, only if no other runs or counts down.
    case new(also: Bool)
    /// The one with this number, uid or name. For a start, `also` is as for a new one.
    case named(String, also: Bool = false)
    /// The running session, else the newest; for undo and redo, that of this device's newest event.
    case implied
  }

  /// When something happened.
  public enum Time: Hashable, Sendable {
    /// As the command began.
    case now
    /// So much after that: a countdown.
    case after(Duration)
    /// So much before that.
    case ago(Duration)
    /// At this moment.
    case at(Moment)

    /// The time that is claimed with a reading.
    package func time(_ reading: Reading) -> EventTime {
      switch self {
      case .now: .now(reading)
      case .after(let span): .after(span, reading)
      case .ago(let span): .ago(span, reading)
      case .at(let moment): .stated(moment, reading)
      }
    }
  }

  /// Makes a request.
  public init(
    id: EventID, mayBeRepeated: Bool = false, _ command: Command, of target: Target,
    time: Time = .now, instant: Instant, source: String
  ) {
    self.id = id
    self.mayBeRepeated = mayBeRepeated
    self.command = command
    self.target = target
    self.time = time
    self.instant = instant
    self.source = source
  }
}

/// What somebody wants of a session.
public enum Command: Hashable, Sendable {
  /// Start its clock for the first time, or anew if no start stands.
  case start(Event.Start)
  /// Stop its clock.
  case stop
  /// Resume a stopped clock.
  case resume
  /// Take a lap.
  case lap(label: String?)
  /// Take a timestamp.
  case mark(label: String)
  /// Take back the newest event that stands.
  case undo
  /// Put back what the newest undo took.
  case redo
  /// Move a lap, or rename it.
  case amend(LapReference, Event.Amendment)
  /// Take a lap out.
  case remove(LapReference)
  /// Change rules.
  case plan(PlanChange)
  /// Give the session a name.
  case name(String)
  /// Put tags on it.
  case tag([String])
  /// Take tags off it.
  case untag([String])
  /// Name the people who are timed.
  case identify([Person])
  /// Throw it away.
  case discard
}

/// A lap as people point at it.
public enum LapReference: Hashable, Sendable {
  /// Its number among the laps that count.
  case number(Int)
  /// The event that made it, by its number within the session.
  case event(Int)
}
