/// The rules by which a session is judged; none of them is set at first.
public struct Plan: Hashable, Sendable {
  /// How many laps that count finish the session; at least 1.
  public var laps: Int?
  /// The running time at which the session finishes; above zero.
  public var limit: Duration?
  /// The shortest lap time with which a lap counts; above zero.
  public var minimumLap: Duration?

  /// Makes a plan of the rules given.
  public init(laps: Int? = nil, limit: Duration? = nil, minimumLap: Duration? = nil) {
    self.laps = laps
    self.limit = limit
    self.minimumLap = minimumLap
  }
}

/// A change of some rules of a plan: a rule that it does not name stays.
public struct PlanChange: Hashable, Sendable {
  /// What becomes of one rule.
  public enum Rule<Value: Hashable & Sendable>: Hashable, Sendable {
    /// It stays as it was.
    case unchanged
    /// It is lifted.
    case lifted
    /// It is this from now on, and for all that was before.
    case set(Value)

    func applied(to value: Value?) -> Value? {
      switch self {
      case .unchanged: value
      case .lifted: nil
      case .set(let new): new
      }
    }
  }

  /// What becomes of the planned number of laps.
  public var laps: Rule<Int>
  /// What becomes of the limit.
  public var limit: Rule<Duration>
  /// What becomes of the shortest lap that counts.
  public var minimumLap: Rule<Duration>

  /// Makes a change; rules not given stay.
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
