/// The rules of a session; initially none is set.
public struct Plan: Hashable, Sendable {
  /// The number of counted laps that finishes the session; at least 1.
  public var laps: Int?
  /// The running time at which the session finishes; above zero.
  public var limit: Duration?
  /// The shortest lap time with which a lap counts; above zero.
  public var minimumLap: Duration?

  /// Creates a plan.
  public init(laps: Int? = nil, limit: Duration? = nil, minimumLap: Duration? = nil) {
    self.laps = laps
    self.limit = limit
    self.minimumLap = minimumLap
  }
}

/// A change of some rules of a plan.
public struct PlanChange: Hashable, Sendable {
  /// The change of one rule.
  public enum Rule<Value: Hashable & Sendable>: Hashable, Sendable {
    /// It is unchanged.
    case unchanged
    /// It is removed.
    case lifted
    /// It has this value, also for the past.
    case set(Value)

    func applied(to value: Value?) -> Value? {
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

  /// Creates a change; omitted rules are unchanged.
  public init(
    laps: Rule<Int> = .unchanged, limit: Rule<Duration> = .unchanged,
    minimumLap: Rule<Duration> = .unchanged
  ) {
    self.laps = laps
    self.limit = limit
    self.minimumLap = minimumLap
  }

  /// The plan after this change.
  func applied(to plan: Plan) -> Plan {
    Plan(
      laps: laps.applied(to: plan.laps), limit: limit.applied(to: plan.limit),
      minimumLap: minimumLap.applied(to: plan.minimumLap))
  }
}
