public import Text
public import Timing

/// The derivation of a runner's place in a race: the crossings, the rules and the neighbors.
///
/// All sums are exact to the nanosecond:
/// 1. A split is the place of its crossing on the timeline, minus ``origin``. A lap is that place
///    minus the one of the crossing before; the first lap is counted from ``start``, and a backyard
///    loop from its bell.
/// 2. The time that ranks is the split of the last crossing that counts, or the sum of the best
///    laps in a row, or with the rule `bunch` the split of the first of the bunch, plus the
///    penalties. See ``Total``.
/// 3. The time shown is that one, rounded.
public struct PlaceExplanation: Hashable, Sendable {
  /// The result.
  public var row: Standings.Row
  /// The format of the wave.
  public var format: RaceFormat
  /// The number of runners of the wave who are ranked.
  public var rankedCount: Int
  /// The start of the race; nil before it.
  public var raceGun: Gun?
  /// The gun from which the wave is judged: its own, but not before that of the race; nil before
  /// it.
  public var gun: Gun?
  /// The place on the timeline from which splits count.
  public var origin: Duration?
  /// The place of the own start, from which the first lap counts; nil before it.
  public var start: Duration?
  /// The shortest lap that counts by the rule `dead_time`; nil without the rule, in races of points,
  /// and with fewer than five intervals.
  public var shortestLap: Duration?
  /// All crossings, in the order of their places.
  public var crossings: [Crossing]
  /// The end of the race; nil if it has not ended, or ends by the runner's own crossings.
  public var finish: Finish?
  /// The lap on which the runner went out of an elimination race; nil without it.
  public var lapOut: Int?
  /// The standing rulings on the runner, in order.
  public var rulings: [Ruling]
  /// The sum that ranks; nil without laps.
  public var total: Total?
  /// The runner ahead in the list.
  public var ahead: Neighbor?
  /// The runner behind in the list.
  public var behind: Neighbor?
  /// The doubt in the split of the last crossing; nil without one.
  public var doubt: Explanation.Doubt?
}

extension PlaceExplanation {
  /// The start of a race or of a wave.
  public struct Gun: Hashable, Sendable {
    /// The event, by its number within the session.
    public var event: Int
    /// Its wall-clock time.
    public var at: Moment
    /// Its place on the timeline.
    public var place: Duration
  }

  /// A crossing of the runner.
  public struct Crossing: Hashable, Sendable {
    /// Why the crossing is the runner's.
    public enum Claim: Hashable, Sendable {
      /// It names the bib.
      case named
      /// An event with this number assigned it.
      case assigned(by: Int)
      /// An event with this number linked its chip.
      case linked(chip: String, by: Int)
      /// The entry has its chip.
      case entered(chip: String)
    }

    /// The result: number, split, lap and flags.
    public var passage: Standings.Passage
    /// The event, by its number within the race's own session; nil for another device's.
    public var event: Int?
    /// The event of another session of the log, by the numbers of both; nil if they are unknown.
    public var stream: EventReference?
    /// The wall-clock time of its own device; nil if the event cannot be found.
    public var at: Moment?
    /// Its place on the timeline.
    public var place: Duration
    /// Why it is the runner's; nil for another device's.
    public var claim: Claim?
    /// Whether it completes a lap or a point.
    public var counts: Bool { passage.number > 0 }
    /// Whether it only starts the runner's clock.
    public var isStart: Bool
  }

  /// The completion of a lap by somebody.
  public struct Completion: Hashable, Sendable {
    /// The lap, from 1.
    public var lap: Int
    /// The runner who completed it first.
    public var bib: String
    /// The event of the crossing, by its number; nil for another device's.
    public var event: Int?
    /// The place of the crossing.
    public var place: Duration
  }

  /// The end of the wave's race.
  public struct Finish: Hashable, Sendable {
    /// The place at which the time limit is reached; nil without one.
    public var limit: Duration?
    /// The first completion of a new lap at or after that place.
    public var newLap: Completion?
    /// The completion that ended the race.
    public var deciding: Completion?
  }

  /// A ruling that stands.
  public struct Ruling: Hashable, Sendable {
    /// The event, by its number within the session.
    public var event: Int
    /// The place on the race's timeline.
    public var place: Duration
    /// The ruling.
    public var ruling: RaceEvent.Ruling
    /// Whether it gives the status; false for an earlier one, and for penalties.
    public var givesStatus: Bool
  }

  /// The sum that ranks.
  public struct Total: Hashable, Sendable {
    /// The laps whose sum counts, by the numbers of the first and the last; nil: the last split.
    public var laps: ClosedRange<Int>?
    /// The sum of these laps, or the last split.
    public var base: Duration
    /// The split of the first of the bunch, with the rule `bunch`.
    public var bunched: Duration?
    /// The sum of the penalties in time.
    public var penalty: Duration
    /// The time that ranks: the base, or that of the bunch, and the penalties.
    public var time: Duration { (bunched ?? base) + penalty }
    /// The time as the rule `round` shows it.
    public var rounded: Duration
  }

  /// The runner ahead or behind.
  public struct Neighbor: Hashable, Sendable {
    /// The result.
    public var row: Standings.Row
    /// The time that ranks; nil without one.
    public var time: Duration?
    /// The rule that ranks the one ahead before the other.
    public var separation: Separation
    /// The event of the last crossing that counts, by its number; nil without one, and for another
    /// device's.
    public var event: Int?
    /// The doubt in the time between the last crossings of both; nil without them.
    public var doubt: Explanation.Doubt?
  }

  /// The first rule by which a runner and the next one differ.
  public enum Separation: Hashable, Sendable {
    /// Their statuses, or that only one has a result.
    case status
    /// Only the first has enough laps to be ranked.
    case classification
    /// The first has this number of laps or points more.
    case laps(Int)
    /// The first was eliminated later, or is still in.
    case elimination
    /// The first won, as the one who is left.
    case winner
    /// Only the first has as many laps in a row as rank.
    case bestLaps
    /// The first has a time less by this; nil: only the first has a time.
    case time(Duration?)
    /// The best lap of the first is shorter by this; nil: only the first has one.
    case bestLap(Duration?)
    /// Of one bunch, the own time of the first is less by this; nil: only the first has one.
    case exactTime(Duration?)
    /// The deciding crossing of the first was earlier by this; nil: only the first has one.
    case moment(Duration?)
    /// The deciding crossing of the first was recorded earlier, or by a device of lower priority.
    case recorded
    /// An event with this number put their crossings in order; nil: several together did.
    case order(event: Int?)
    /// An event with this number put other crossings in order, among them that of one of the two.
    case orderOfOthers(event: Int)
    case bib
    /// Nothing: they share the place.
    case none
  }
}

extension RaceFormat {
  /// The rule that ranks a runner before the next one in the list, except for photo finishes.
  func separation(_ left: RankedRunner, _ right: RankedRunner) -> PlaceExplanation.Separation {
    let (one, two) = (left.key, right.key)
    if one.rank != two.rank { return .status }
    if left.isUnclassified != right.isUnclassified { return .classification }
    let isElimination = if case .elimination = finish { true } else { false }
    if one.first != two.first {
      return isElimination ? .laps(two.first - one.first) : isBackyard ? .winner : .bestLaps
    }
    if one.second != two.second {
      return isElimination ? .elimination : .laps(two.second - one.second)
    }
    if one.time != two.time { return .time(Self.difference(one.time, two.time)) }
    if one.exact != two.exact { return .exactTime(Self.difference(one.exact, two.exact)) }
    if sharePlace(one, two) { return .none }
    if one.tie.place != two.tie.place {
      let span = Self.difference(one.tie.place, two.tie.place)
      return ties == .bestLap ? .bestLap(span) : .moment(span)
    }
    return one.tie == two.tie ? .bib : .recorded
  }

  private static func difference(_ left: Duration?, _ right: Duration?) -> Duration? {
    left.flatMap { left in right.map { $0 - left } }
  }
}
