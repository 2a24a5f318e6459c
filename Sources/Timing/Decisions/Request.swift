public import Text

/// A request to append the event of a command, if the state of its session allows it.
public struct Request: Hashable, Sendable {
  /// The id of the new event.
  ///
  /// Repeating a request with the same id changes nothing and gives the first answer.
  public var id: EventID
  /// Whether the user gave the id, so that the log may already contain it.
  public var mayBeRepeated: Bool
  /// The command.
  public var command: Command
  /// The session.
  public var target: Target
  /// The time of the event.
  public var time: Time
  /// The clocks when the command began.
  public var instant: Instant
  /// The part of the program that appends it, such as `cli`, `record` or `watch`.
  public var source: String

  /// The session of a request.
  public enum Target: Hashable, Sendable {
    /// A new session; without `also`, only if no other runs or counts down.
    case new(also: Bool)
    /// The session with this number, uid or name. For a start, `also` is as for a new one.
    case named(String, also: Bool = false)
    /// The running session, else the newest; for undo and redo, that of this device's newest event.
    case implied
  }

  /// The time of an event, relative to its command or absolute.
  public enum Time: Hashable, Sendable {
    /// At the beginning of the command.
    case now
    /// This long after that: a countdown.
    case after(Duration)
    /// This long before that.
    case ago(Duration)
    /// At this moment.
    case at(Moment)

    /// Returns the time of the event for a reading.
    package func time(_ reading: Reading) -> EventTime {
      switch self {
      case .now: .now(reading)
      case .after(let span): .after(span, reading)
      case .ago(let span): .ago(span, reading)
      case .at(let moment): .stated(moment, reading)
      }
    }
  }

  /// Creates a request.
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

/// A command of a user for a session.
public enum Command: Hashable, Sendable {
  /// Start its clock, if no start is standing.
  case start(Event.Start)
  /// Stop its clock.
  case stop
  /// Resume a stopped clock.
  case resume
  /// Record a lap.
  case lap(label: String?)
  /// Record a timestamp.
  case mark(label: String)
  /// Take back the newest standing event.
  case undo
  /// Restore the event of the newest undo.
  case redo
  /// Move or relabel a lap.
  case amend(LapReference, Event.Amendment)
  /// Remove a lap.
  case remove(LapReference)
  /// Change rules.
  case plan(PlanChange)
  /// Name the session.
  case name(String)
  /// Add tags.
  case tag([String])
  /// Remove tags.
  case untag([String])
  /// Name the people who are timed.
  case identify([Person])
  /// Discard it.
  case discard
}

/// A reference to a lap.
public enum LapReference: Hashable, Sendable {
  /// Its number among the laps that count.
  case number(Int)
  /// Its event, by the number within the session.
  case event(Int)
}
