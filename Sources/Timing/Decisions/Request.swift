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
  /// A stated time that can mean several moments; nil for other times.
  ///
  /// The log replaces the time of the event, or the move of an amendment, by the first moment that
  /// is not refused.
  public var stated: StatedTime?
  /// The clocks when the command began.
  public var instant: Instant
  /// The id of the first event of a command that appends several; nil for a single event.
  public var batch: EventID?
  /// The part of the program that appends it, such as `cli`, `record` or `watch`.
  public var source: String
  /// Whether it applies to every running session of this device, instead of its target.
  package var isForAllRunning = false
  /// A new name of a course: the command is replaced by one for each session of the course.
  package var renaming: CourseRenaming?

  /// The session of a request.
  public enum Target: Hashable, Sendable {
    /// A new session; without `also`, only if no other runs or counts down.
    case new(also: Bool)
    /// The session with this number, uid or name. For a start, `also` is as for a new one.
    case named(String, also: Bool = false)
    case number(Int)
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
    case at(Moment)
    /// At the session's latest start, stop, resume, lap, timestamp or crossing.
    case last

    /// Returns the time of the event, from the clocks when the command began and the session before
    /// it.
    ///
    /// `latestCrossing` is the place of the session's latest crossing; nil if it is no race.
    package func time(
      _ reading: Reading, in summary: Summary, latestCrossing: Duration? = nil
    ) -> EventTime {
      switch self {
      case .now: .now(reading)
      case .after(let span): .after(span, reading)
      case .ago(let span): .ago(span, reading)
      case .at(let moment): .stated(moment, reading)
      case .last:
        .ago(summary.spanSinceLatestPress(at: reading, latestCrossing: latestCrossing), reading)
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

  /// Returns the request with a moment for its stated time.
  package func stating(_ moment: Moment) -> Request {
    var request = self
    request.stated = nil
    if case .amend(let reference, var amendment, _) = command {
      amendment.move = .at(moment)
      request.command = .amend(reference, amendment)
    } else {
      request.time = .at(moment)
    }
    return request
  }
}

/// A command of a user for a session.
public enum Command: Hashable, Sendable {
  /// Start its clock, if no start is standing.
  case start(Event.Start)
  case stop
  case resume
  /// Record a lap; it completes the segment with this name, or the next one.
  case lap(label: String?, segment: String? = nil)
  case mark(label: String)
  /// Take back the newest standing event.
  case undo
  /// Restore the event of the newest undo.
  case redo
  /// Move or relabel an event with a moment; `toLast` moves it to the latest other press,
  /// timestamp or crossing.
  case amend(EventReference, Event.Amendment, toLast: Bool = false)
  /// Remove a lap, a timestamp or an event of a race.
  case remove(EventReference)
  /// Change rules, and the format of the race; a change of the format replaces that of the rules.
  case plan(PlanChange, format: RaceFormatChange? = nil)
  case name(String)
  case tag([String])
  case untag([String])
  /// Name the people who are timed.
  case identify([Person])
  case discard
  case race(RaceEvent)
  /// Start a wave of a race, or plan it, with its own format: a change of that it would have.
  case wave(String, RaceFormatChange, starts: Bool)
  /// Time a point of the race with this number, uid or name; nil: its finish.
  case join(race: String, point: String?, priority: Int)
  /// Say whose crossing it is; nil: nobody's.
  case assign(EventReference, bib: String?)
  /// Put crossings at equal times in order.
  case order([EventReference])

  package var references: [EventReference] {
    switch self {
    case .amend(let reference, _, _), .remove(let reference), .assign(let reference, _): [reference]
    case .order(let references): references
    case .start, .stop, .resume, .lap, .mark, .undo, .redo, .plan, .name, .tag, .untag, .identify,
      .discard, .race, .wave, .join:
      []
    }
  }
}

/// A reference to an event of a session.
public enum EventReference: Hashable, Sendable {
  /// A lap by its number among the laps that count.
  case number(Int)
  /// An event by its number within the session.
  case event(Int)
  /// An event of a session that joined the race, by the numbers of both in the log.
  case stream(session: Int, event: Int)
  /// An event of any session by its id.
  case id(EventID)
  /// The start that counts.
  case start
  /// The newest stop.
  case stop
}

extension EventReference {
  /// The event in a sentence: `lap 3`, `event @12`, `the stop`.
  package var shown: String {
    switch self {
    case .number(let number): "lap \(number)"
    case .event(let event): "event @\(event)"
    case .stream(let session, let event): "event @\(session):\(event)"
    case .id(let id): "event @\(id)"
    case .start: "the start"
    case .stop: "the stop"
    }
  }

  /// The reference as it is typed: `@12`.
  package var atSign: String {
    switch self {
    case .event(let number): "@\(number)"
    case .stream(let session, let event): "@\(session):\(event)"
    case .id(let id): "@\(id)"
    case .number, .start, .stop: shown
    }
  }
}
