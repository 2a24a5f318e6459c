public import Text

extension Event {
  /// What happened, with what belongs to it.
  public enum Kind: Hashable, Sendable {
    /// The clock was set to start; the first event of every session, and again after its undoing.
    indirect case started(Start)
    /// The clock was stopped.
    case stopped
    /// A stopped clock was resumed.
    case resumed
    /// A lap was taken, perhaps with a label.
    case lapped(label: String?)
    /// A timestamp was taken.
    case timestamped(label: String)
    /// The session was given a name.
    case named(String)
    /// Tags were put on the session.
    case tagged([String])
    /// Tags were taken off the session.
    case untagged([String])
    /// The people who are timed were named.
    case identified([Person])
    /// Rules were changed.
    indirect case planned(PlanChange)
    /// A lap was moved or renamed; the target is the event that made it.
    indirect case amended(EventID, Amendment)
    /// A lap was taken out; the target is the event that made it.
    case removed(EventID)
    /// An event of any kind was taken back, an earlier `reverted` among them.
    case reverted(EventID)
    /// The session was thrown away; only undo brings it back.
    case discarded
    /// A kind that this version does not know: it takes its place in time and does nothing else.
    case unknown(name: String)
  }

  /// What an event does to its session: the fold goes by this, and by nothing else of a kind that it
  /// need not read.
  enum Role: Hashable {
    /// It sets the clock to start, and states the name, the tags and the rules.
    case start
    case stop
    case resume
    case lap
    case timestamp
    /// It states something besides times, which counts from its arrival on: a ``Profile``.
    case statement
    /// It states rules: all presses are judged by them, those before it too.
    case rules
    /// It moves, renames or removes a lap.
    case correction
    /// It takes back an event.
    case reversal
    /// It takes its place in time, and does nothing else.
    case nothing
  }

  /// What a start says of its session.
  public struct Start: Hashable, Sendable {
    /// The session's name from its start on.
    public var name: String?
    /// The session's tags from its start on.
    public var tags: [String]
    /// The rules from its start on.
    public var plan: Plan

    /// Makes a start that says this.
    public init(name: String? = nil, tags: [String] = [], plan: Plan = Plan()) {
      self.name = name
      self.tags = tags
      self.plan = plan
    }
  }

  /// What is changed of a lap.
  public enum Amendment: Hashable, Sendable {
    /// It happened so much later than was thought (earlier, when negative).
    case by(Duration)
    /// It happened at this moment, it is now stated.
    case at(Moment)
    /// It has this label.
    case label(String)
  }
}

/// Somebody who is timed.
public struct Person: Hashable, Sendable {
  /// First name; may be empty.
  public var first: String
  /// Last name; may be empty.
  public var last: String
  /// The whole name as it is shown.
  public var full: String

  /// Makes a person of these names.
  public init(first: String, last: String, full: String) {
    self.first = first
    self.last = last
    self.full = full
  }
}

extension Event.Kind {
  /// What it does to its session.
  var role: Event.Role {
    switch self {
    case .started: .start
    case .stopped: .stop
    case .resumed: .resume
    case .lapped: .lap
    case .timestamped: .timestamp
    case .named, .tagged, .untagged, .identified, .discarded: .statement
    case .planned: .rules
    case .amended, .removed: .correction
    case .reverted: .reversal
    case .unknown: .nothing
    }
  }

  /// The label of a lap or a timestamp; nil if it has none.
  var label: String? {
    switch self {
    case .lapped(let label): label
    case .timestamped(let label): label
    case .started, .stopped, .resumed, .named, .tagged, .untagged, .identified, .planned,
      .amended, .removed, .reverted, .discarded, .unknown:
      nil
    }
  }

  /// The event that it takes back or corrects; nil for what does neither.
  package var target: EventID? {
    if case .reverted(let id) = self { id } else { correction?.lap }
  }

  /// What a correction does to its lap.
  enum LapChange {
    case amend(Event.Amendment)
    case remove
  }

  /// The event of the lap that it corrects, and how; nil for what is no correction.
  var correction: (lap: EventID, change: LapChange)? {
    switch self {
    case .amended(let lap, let amendment): (lap, .amend(amendment))
    case .removed(let lap): (lap, .remove)
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .reverted, .discarded, .unknown:
      nil
    }
  }
}

extension Event.Role {
  /// Whether the event is a press of a stopwatch: presses are judged in the order of their places.
  var isPress: Bool {
    switch self {
    case .start, .stop, .resume, .lap: true
    case .timestamp, .statement, .rules, .correction, .reversal, .nothing: false
    }
  }

  /// Whether the event states something besides times.
  var isStatement: Bool {
    switch self {
    case .start, .statement, .rules: true
    case .stop, .resume, .lap, .timestamp, .correction, .reversal, .nothing: false
    }
  }
}
