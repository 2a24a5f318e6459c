/// The rules of a session; initially none is set.
public struct Plan: Hashable, Sendable {
  /// The name of the course; nil without one.
  public var course: String?
  /// The largest number of segments of a course.
  public static let mostSegments = 1000

  /// The names of the course's segments, at least one; nil without a course.
  public var segments: [String]?
  /// The number of counted laps that finishes the session; at least 1.
  public var laps: Int?
  /// The running time at which the session finishes; above zero.
  public var limit: Duration?
  /// The shortest lap time with which a lap counts; above zero.
  public var minimumLap: Duration?
  /// The format of a race; nil if the session is none.
  public var race: RaceFormat? {
    get { if case .format(let format)? = storedRace { format } else { nil } }
    set { storedRace = newValue.map { .format($0) } }
  }

  /// A plan is copied with each state of a clock: what only a race has takes one word of it.
  private var storedRace: StoredRace?

  /// Whether the session is a race.
  package var isRace: Bool { storedRace != nil }

  /// Whether it is a race whose clock a limit or a number of laps may stop, or a course.
  var isRaceWithOtherRules: Bool {
    isRace && (laps != nil || limit != nil || minimumLap != nil || course != nil)
  }

  private indirect enum StoredRace: Hashable {
    case format(RaceFormat)
  }

  /// Creates a plan.
  public init(
    laps: Int? = nil, limit: Duration? = nil, minimumLap: Duration? = nil, course: String? = nil,
    segments: [String]? = nil, race: RaceFormat? = nil
  ) {
    storedRace = race.map { .format($0) }
    self.course = course
    self.segments = segments
    self.laps = laps
    self.limit = limit
    self.minimumLap = minimumLap
  }

  /// Returns the name of a segment by its number, from 1; nil without a number or a course, and for
  /// a number that the course does not have.
  public func name(ofSegment number: Int?) -> String? {
    guard let number, let segments, segments.indices.contains(number - 1) else { return nil }
    return segments[number - 1]
  }
}

/// A change of some rules of a plan.
public struct PlanChange: Hashable, Sendable {
  /// The change of one rule.
  public enum Rule<Value: Hashable & Sendable>: Hashable, Sendable {
    case unchanged
    /// It is removed.
    case lifted
    /// It has this value, also for the past.
    case set(Value)

    /// The value that is set; nil if there is none.
    package var value: Value? { applied(to: nil) }

    /// The value after this change.
    public func applied(to value: Value?) -> Value? {
      switch self {
      case .unchanged: value
      case .lifted: nil
      case .set(let new): new
      }
    }
  }

  /// The change of the number of laps.
  public var laps: Rule<Int>
  /// The change of the limit.
  public var limit: Rule<Duration>
  /// The change of the shortest lap that counts.
  public var minimumLap: Rule<Duration>

  /// The change of the course.
  public var course: Rule<String>
  /// The change of the segments.
  public var segments: Rule<[String]>
  /// The change of the race's format.
  public var race: Rule<RaceFormat>

  /// Creates a change; omitted rules are unchanged.
  public init(
    laps: Rule<Int> = .unchanged, limit: Rule<Duration> = .unchanged,
    minimumLap: Rule<Duration> = .unchanged, course: Rule<String> = .unchanged,
    segments: Rule<[String]> = .unchanged, race: Rule<RaceFormat> = .unchanged
  ) {
    self.race = race
    self.course = course
    self.segments = segments
    self.laps = laps
    self.limit = limit
    self.minimumLap = minimumLap
  }

  package func applied(to plan: Plan) -> Plan {
    Plan(
      laps: laps.applied(to: plan.laps), limit: limit.applied(to: plan.limit),
      minimumLap: minimumLap.applied(to: plan.minimumLap), course: course.applied(to: plan.course),
      segments: segments.applied(to: plan.segments), race: race.applied(to: plan.race))
  }
}

/// A new name of a course, or of its segments with a name, for all sessions of the course.
package struct CourseRenaming: Hashable, Sendable {
  package var course: String
  /// The name of the segments; nil to rename the course.
  package var segment: String?
  package var name: String

  package init(course: String, segment: String?, to name: String) {
    self.course = course
    self.segment = segment
    self.name = name
  }

  /// Returns the change of a session's rules; nil if they lack the course or the segment.
  package func change(of plan: Plan) -> PlanChange? {
    guard plan.course == course, let segments = plan.segments else { return nil }
    guard let segment else { return PlanChange(course: .set(name), segments: .set(segments)) }
    guard segments.contains(segment) else { return nil }
    return PlanChange(segments: .set(segments.map { $0 == segment ? name : $0 }))
  }
}
