/// What is said of a session besides its times, by the standing events in the order of arrival.
public struct Profile: Hashable, Sendable {
  /// What the session is called.
  public package(set) var name: String?
  /// The session's tags, in the order in which they were first put on it.
  public package(set) var tags: [String] = []
  /// The people who are timed.
  public package(set) var people: [Person] = []
  /// The rules by which the session is judged.
  public package(set) var plan = Plan()
  /// Whether the session was thrown away.
  public package(set) var isDiscarded = false

  /// How many tags a session has at most: further ones are not put on it.
  public static let mostTags = 256

  package init() {}

  /// Takes in what an event says; what happens in time says nothing here.
  mutating func apply(_ kind: Event.Kind) {
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
    case .stopped, .resumed, .lapped, .timestamped, .amended, .removed, .reverted, .unknown: break
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
      minimumLap: plan.minimumLap.map { .set($0) } ?? .unchanged)
  }
}
