public import Text

/// The properties of a session other than its times, set by standing events in order of arrival.
public struct Profile: Hashable, Sendable {
  /// The name.
  public package(set) var name: String?
  /// The tags, in the order in which they were first added.
  public package(set) var tags: [String] = []
  /// The people who are timed.
  public package(set) var people: [Person] = []
  /// The rules.
  public package(set) var plan = Plan()
  /// Whether the session is discarded.
  public package(set) var isDiscarded = false
  /// The point of a race that the session times; nil for a session with a clock of its own.
  public package(set) var timingPoint: TimingPoint?

  /// The maximum number of tags; further ones are not added.
  public static let mostTags = 256

  package init() {}

  /// Applies an event; events on the clock have no effect here.
  mutating func apply(_ kind: Event.Kind, isFirst: Bool = false) {
    switch kind {
    case .started(let start):
      name = start.name ?? name
      add(start.tags)
      plan = PlanChange(setting: start.plan).applied(to: plan)
    case .named(let name): self.name = name
    case .tagged(let tags): add(tags)
    case .untagged(let tags): self.tags.removeAll(where: tags.contains)
    case .identified(let people): self.people = people
    case .planned(let change): plan = change.applied(to: plan)
    case .discarded: isDiscarded = true
    case .race(.joined(let race, let point, let priority)) where isFirst:
      timingPoint = TimingPoint(race: race, point: point, priority: priority)
    case .stopped, .resumed, .lapped, .timestamped, .amended, .removed, .reverted, .race, .unknown:
      break
    }
  }

  private mutating func add(_ tags: [String]) {
    for tag in tags where self.tags.count < Self.mostTags && !self.tags.contains(tag) {
      self.tags.append(tag)
    }
  }
}

extension PlanChange {
  /// The change that sets the rules which a plan has, and leaves the others.
  public init(setting plan: Plan) {
    self.init(
      laps: plan.laps.map { .set($0) } ?? .unchanged,
      limit: plan.limit.map { .set($0) } ?? .unchanged,
      minimumLap: plan.minimumLap.map { .set($0) } ?? .unchanged,
      course: plan.course.map { .set($0) } ?? .unchanged,
      segments: plan.segments.map { .set($0) } ?? .unchanged,
      race: plan.race.map { .set($0) } ?? .unchanged)
  }
}

/// A point of a race that a session times: its first event is a `joined`.
///
/// Such a session has no clock of its own. It takes crossings and timestamps, and corrections of
/// its own events.
public struct TimingPoint: Hashable, Sendable {
  /// The id of the race.
  public var race: EventID
  /// The name of the point.
  public var point: String
  /// The rank among devices that read one passage: the lowest counts.
  public var priority: Int

  /// Creates a point.
  public init(race: EventID, point: String, priority: Int) {
    self.race = race
    self.point = point
    self.priority = priority
  }
}

extension Command {
  /// Whether a session that times a point of a race takes the command.
  package var isForTimingPoints: Bool {
    switch self {
    case .mark, .undo, .redo, .amend, .remove, .name, .tag, .untag, .identify, .discard: true
    case .race(let event):
      switch event {
      case .crossed, .clocksCompared: true
      case .entered, .withdrawn, .waveStarted, .wavePlanned, .assigned, .linked, .ruled, .ordered,
        .joined:
        false
      }
    case .start, .stop, .resume, .lap, .plan, .wave, .join, .assign, .order: false
    }
  }
}
