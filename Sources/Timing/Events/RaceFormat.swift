/// The format of a race or of one of its waves, with all its rules.
///
/// It is stored as data, each rule explicit, so that a default that changes later never alters an
/// old race.
public struct RaceFormat: Hashable, Sendable {
  /// The version of the rules.
  public static let rulesVersion = 1

  /// The end of the race for everybody but the first.
  public enum Lapped: String, Hashable, Sendable, CaseIterable {
    /// Their first crossing at or after the winner's finish is their last.
    case finish
    /// All run the distance.
    case `continue`
  }

  /// The meaning of the first crossing.
  public enum First: String, Hashable, Sendable, CaseIterable {
    /// It completes lap 1.
    case lap
    /// It starts the runner's clock.
    case start
  }

  /// The start of the times that rank.
  public enum Clock: String, Hashable, Sendable, CaseIterable {
    /// The gun of the own wave.
    case gun
    /// The own start.
    case chip
  }

  /// The gun from which a time limit counts.
  public enum LimitFrom: String, Hashable, Sendable, CaseIterable {
    case race
    case wave
  }

  /// The order of those with equal results.
  public enum Ties: String, Hashable, Sendable, CaseIterable {
    /// By the moment of the deciding crossing, `ordered`, the order of the recording, and the bib: no
    /// place is shared.
    case line
    /// They share the place.
    case shared
    /// By the best lap; equal ones share the place.
    case bestLap = "best_lap"
  }

  /// The rounding of the times shown.
  public enum Rounding: Hashable, Sendable {
    case up(Duration)
    case down(Duration)
  }

  /// The rank of runners who were pulled.
  public enum Pulled: String, Hashable, Sendable, CaseIterable {
    /// Among the finishers, by laps, then time.
    case ranked
    case unranked
  }

  /// The times at which crossings of a point count.
  public struct Window: Hashable, Sendable {
    /// The point.
    public var point: String
    /// The earliest time; nil: any.
    public var earliest: Duration?
    /// The latest time; nil: any.
    public var latest: Duration?

    /// Creates a window.
    public init(point: String, earliest: Duration? = nil, latest: Duration? = nil) {
      self.point = point
      self.earliest = earliest
      self.latest = latest
    }
  }

  /// The condition that completes the race.
  public var finish: Finish
  /// The end of the race for everybody but the first.
  public var lapped = Lapped.finish
  /// The meaning of the first crossing.
  public var first = First.lap
  /// The start of the times that rank.
  public var clock = Clock.gun
  /// The gun from which a time limit counts.
  public var limitFrom = LimitFrom.race
  /// The order of those with equal results.
  public var ties = Ties.line
  /// The rounding of the times shown; it changes no order.
  public var round: Rounding?
  /// A smaller gap than this to the runner ahead gets the same time.
  public var bunch: Duration?
  /// Shorter laps do not count.
  public var minimumLap: Duration?
  /// Crossings sooner after the last one than this share of the median interval do not count, in
  /// permille.
  public var deadTime: Int?
  /// Two devices' crossings of a point within this time are one.
  public var doubles: Duration? = .seconds(5)
  /// The rank of runners who were pulled.
  public var pulled = Pulled.ranked
  /// The share of the winner's laps below which a runner is not ranked, in permille.
  public var classified: Int?
  /// The times at which crossings of points count.
  public var windows: [Window] = []

  /// The most points of a format, and the most windows.
  public static let mostPoints = 1000

  /// Creates a format with the default rules.
  public init(_ finish: Finish) {
    self.finish = finish
  }

  /// A change of one rule.
  public enum RuleChange: Hashable, Sendable {
    case lapped(Lapped)
    case first(First)
    case clock(Clock)
    case limitFrom(LimitFrom)
    case ties(Ties)
    case round(Rounding?)
    case bunch(Duration?)
    case minimumLap(Duration?)
    case deadTime(Int?)
    case doubles(Duration?)
    case pulled(Pulled)
    case classified(Int?)
    /// The window of its point.
    case window(Window)
    /// No window of this point.
    case noWindow(String)
  }

  /// Changes one rule.
  public mutating func apply(_ change: RuleChange) {
    switch change {
    case .lapped(let value): lapped = value
    case .first(let value): first = value
    case .clock(let value): clock = value
    case .limitFrom(let value): limitFrom = value
    case .ties(let value): ties = value
    case .round(let value): round = value
    case .bunch(let value): bunch = value
    case .minimumLap(let value): minimumLap = value
    case .deadTime(let value): deadTime = value
    case .doubles(let value): doubles = value
    case .pulled(let value): pulled = value
    case .classified(let value): classified = value
    case .window(let window):
      if let index = windows.firstIndex(where: { $0.point == window.point }) {
        windows[index] = window
      } else {
        windows.append(window)
      }
    case .noWindow(let point): windows.removeAll { $0.point == point }
    }
  }
}

/// A change of the format of a race: of what completes it, of some rules, or of both.
public struct RaceFormatChange: Hashable, Sendable {
  /// The finish; nil keeps it.
  public var finish: RaceFormat.Finish?
  /// The rules that change, in order; the others keep their values.
  public var rules: [RaceFormat.RuleChange] = []

  /// Creates a change of nothing.
  public init() {}

  /// Returns a format after this change; nil if there is neither a format before nor what completes
  /// the race.
  ///
  /// The format before is nil for a session that is not a race.
  package func applied(to format: RaceFormat?) -> RaceFormat? {
    guard var changed = format ?? finish.map({ RaceFormat($0) }) else { return nil }
    if let finish { changed.finish = finish }
    for rule in rules { changed.apply(rule) }
    return changed
  }
}

extension RaceFormat {
  /// The condition that completes the race.
  public enum Finish: Hashable, Sendable {
    /// The completion of this lap, from 1.
    case laps(Int)
    /// A time, above zero. With further laps, the race ends later: 0 for the first completion, at
    /// or after that time, of a lap that nobody in the wave had completed; more for the completion
    /// of the lap that many further. Without, crossings up to and including that time count.
    case time(Duration, furtherLaps: Int?)
    /// After this time, above zero, the first completion of a lap by each runner is the last one.
    case ownLap(after: Duration)
    /// Each of these points once, in order; at least one.
    case points([String])
    /// The order is that of the best successive laps, this many, within a time.
    case bestLaps(Int, within: Duration)
    /// On each lap that this number divides, the last runner is out.
    case elimination(every: Int)
    /// A lap in each period of this length, until one runner is left.
    case backyard(Duration)
    /// One lap from an own start: at this interval from one another, in the order of the bibs, or
    /// without one at the first crossing.
    case timeTrial(interval: Duration?)

    /// Whether the race ends at a time, which may be long after its last crossing.
    package var isAtTime: Bool {
      switch self {
      case .time, .bestLaps, .backyard: true
      case .laps, .ownLap, .points, .elimination, .timeTrial: false
      }
    }
  }
}
