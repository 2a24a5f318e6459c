public import Text

extension Event {
  /// The kind of an event with its data.
  public enum Kind: Hashable, Sendable {
    /// The clock was started: the first event of a session with a clock, and again after its undo.
    indirect case started(Start)
    /// The clock was stopped.
    case stopped
    /// A stopped clock was resumed.
    case resumed
    /// A lap was recorded, optionally with a label and, on a course, the number of the segment that
    /// it completes, from 1.
    case lapped(label: String?, segment: Int? = nil)
    /// A timestamp was recorded.
    case timestamped(label: String)
    /// The session was given a name.
    case named(String)
    /// Tags were added.
    case tagged([String])
    /// Tags were removed.
    case untagged([String])
    /// The people who are timed were named.
    case identified([Person])
    /// Rules were changed.
    indirect case planned(PlanChange)
    /// An event was moved or relabeled; the target is that event.
    indirect case amended(EventID, Amendment)
    /// A lap, a timestamp or an event of a race was removed; the target is that event.
    case removed(EventID)
    /// An event of any kind was taken back, also an earlier `reverted`; of a batch, that event and
    /// those after it that belong to its batch.
    case reverted(EventID, batch: Bool = false)
    /// The session was discarded; only undo restores it.
    case discarded
    indirect case race(RaceEvent)
    /// A kind that this version does not know; it only has a place on the timeline.
    case unknown(name: String)
  }

  /// The effect of an event on its session.
  ///
  /// The fold uses nothing else of a kind that it need not read.
  enum Role: Hashable {
    /// It starts the clock, and sets the name, the tags and the rules.
    case start
    case stop
    case resume
    case lap
    case timestamp
    /// It changes the ``Profile`` from its arrival on.
    case statement
    /// It changes the rules, which apply to all presses, also earlier ones.
    case rules
    /// It moves or relabels an event with a moment, or removes an event.
    case correction
    /// It takes back an event.
    case reversal
    /// It has a moment in a race, and no effect on the clock.
    case passage
    /// It can be removed, and has no effect on the clock.
    case ruling
    /// It only has a place on the timeline.
    case nothing
  }

  /// The properties that a start gives its session.
  public struct Start: Hashable, Sendable {
    /// The name.
    public var name: String?
    /// The tags.
    public var tags: [String]
    /// The rules.
    public var plan: Plan

    /// Creates a start.
    public init(name: String? = nil, tags: [String] = [], plan: Plan = Plan()) {
      self.name = name
      self.tags = tags
      self.plan = plan
    }
  }
}

/// A person who is timed.
public struct Person: Hashable, Sendable {
  /// First name; may be empty.
  public var first: String
  /// Last name; may be empty.
  public var last: String
  /// The full name as shown.
  public var full: String

  /// Creates a person.
  public init(first: String, last: String, full: String) {
    self.first = first
    self.last = last
    self.full = full
  }
}

extension Event.Kind {
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
    case .race(let event): event.role
    case .unknown: .nothing
    }
  }

  /// Whether it changes what earlier events mean, so that places in a race may change.
  ///
  /// A crossing changes places, too, but is none.
  package var isCorrection: Bool {
    switch self {
    case .amended, .removed, .reverted, .planned: true
    case .race(let event): event.isCorrection
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .discarded, .unknown:
      false
    }
  }

  /// Whether it has a moment in a race: a crossing, the start of a wave or the link of a chip.
  package var isPassage: Bool { role == .passage }

  /// The event that it takes back or corrects; nil for other kinds.
  package var target: EventID? {
    if case .reverted(let id, _) = self { id } else { correction?.target }
  }

  /// Whether it is an `amended` or `removed` with an effect on an event of another kind.
  package func corrects(_ target: Event.Kind) -> Bool {
    guard let correction else { return false }
    let role = target.role
    return correction.amendment.map { role == .lap || role.hasMoment && $0.scope == .anyMoment }
      ?? role.isRemovable
  }

  /// The corrected event and the amendment, which is nil for a removal; nil for other kinds.
  var correction: (target: EventID, amendment: Event.Amendment?)? {
    switch self {
    case .amended(let target, let amendment): (target, amendment)
    case .removed(let target): (target, nil)
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .reverted, .discarded, .race, .unknown:
      nil
    }
  }
}

extension Event.Role {
  /// Whether the event is a press of a stopwatch.
  var isPress: Bool {
    switch self {
    case .start, .stop, .resume, .lap: true
    case .timestamp, .statement, .rules, .correction, .reversal, .passage, .ruling, .nothing: false
    }
  }

  /// Whether the clock steps over the event in the order of places: a press or a timestamp.
  var isStepped: Bool { isPress || self == .timestamp }

  /// Whether the event is about a moment: other events are only made at one.
  var hasMoment: Bool { isStepped || self == .passage }

  var isRemovable: Bool {
    self == .lap || self == .timestamp || self == .passage || self == .ruling
  }

  /// Whether the event states something besides times.
  var isStatement: Bool { self == .start || self == .statement || self == .rules }
}

extension Event {
  /// A change of the moment or the label of an earlier event.
  public struct Amendment: Hashable, Sendable {
    /// A change of the moment.
    public enum Move: Hashable, Sendable {
      /// The event moves by this span; negative is earlier.
      case by(Duration)
      case at(Moment)
      /// It moves to this long before the reading of the amendment.
      case ago(Duration)
    }

    /// The events that an amendment can change.
    public enum Scope: Hashable, Sendable {
      /// Only laps: the amendments of the first version of the payload.
      case laps
      /// Any event with a moment.
      case anyMoment
    }

    /// The change of the moment; nil leaves it.
    public var move: Move?
    /// The change of the label.
    public var label: PlanChange.Rule<String>
    /// The events that it can change.
    public var scope: Scope

    /// Creates an amendment.
    public init(
      move: Move? = nil, label: PlanChange.Rule<String> = .unchanged, scope: Scope = .laps
    ) {
      self.move = move
      self.label = label
      self.scope = scope
    }

    /// The amendment with the scope of the oldest version of the payload that can hold it.
    func scoped(toLap isOfLap: Bool) -> Amendment {
      let first = Amendment(move: move, label: label)
      if isOfLap, first.isOfFirstVersion { return first }
      return Amendment(move: move, label: label, scope: .anyMoment)
    }

    /// Whether the first version of the payload can hold it: for a lap, with either a span, a
    /// moment or a label.
    package var isOfFirstVersion: Bool {
      guard scope == .laps else { return false }
      switch (move, label) {
      case (.by, .unchanged), (.at, .unchanged), (nil, .set): return true
      case (.ago, _), (.by, _), (.at, _), (nil, .unchanged), (nil, .lifted): return false
      }
    }
  }
}
