/// How well a place on the timeline is known, from best to worst.
public enum ClockQuality: String, Hashable, Comparable, Sendable, CaseIterable {
  /// By the ticks of one clock.
  case exact
  /// By what somebody stated.
  case stated
  /// By ticks, while the wall clock was stepped.
  case stepped
  /// By the wall clock, over a change from one clock to another.
  case bridged
  /// The wall clock ran backwards over such a change: how long it took is not known.
  case unknown

  /// Whether the one is better known than the other.
  public static func < (left: ClockQuality, right: ClockQuality) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .exact: 0
    case .stated: 1
    case .stepped: 2
    case .bridged: 3
    case .unknown: 4
    }
  }
}
