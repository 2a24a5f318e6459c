public import Text
public import Timing

/// The results of a race at a moment.
public struct Standings: Hashable, Sendable {
  /// The status of a runner, or of a session on a board.
  public enum Status: String, Hashable, Sendable {
    case running
    case finished
    case pulled
    case dnf
    case dsq
    case dns
    /// Of a session: its start is in the future.
    case countdown
    /// Of a session: its clock is stopped.
    case stopped
    /// Of a session: it was discarded, and has no place.
    case discarded
  }

  /// The single passages that results include.
  public enum PassagesKept: Sendable {
    case none
    /// The last lap of each runner, those that may be shown as the best one, and the crossings that
    /// do not count: a table shows lap times as differences of the splits that it shows.
    case shown
    case all
  }

  /// The result of a runner.
  public struct Row: Hashable, Sendable {
    /// The place, from 1; nil for a runner who is not ranked.
    public var position: Int?
    /// The bib.
    public var bib: String
    /// The name.
    public var name: String?
    /// The team.
    public var team: String?
    /// The category.
    public var category: String?
    /// The wave; nil: that of the race's own start.
    public var wave: String?
    /// The status.
    public var status = Status.running
    /// The laps, or the points passed, less penalties.
    public var laps = 0
    /// The time that ranks, with penalties, rounded by the rules; nil before the first passage.
    public var time: Duration?
    /// The time behind the first of the list; nil where laps are missing, and without a time.
    public var gap: Duration?
    /// The laps behind the first of the list.
    public var gapLaps = 0
    /// The time behind the runner ahead; nil where laps are missing, and without a time.
    public var interval: Duration?
    /// The last lap.
    public var last: Duration?
    /// The best lap.
    public var best: Duration?
    /// The time added by rulings.
    public var penaltyTime = Duration.zero
    /// The laps taken by rulings.
    public var penaltyLaps = 0
    /// The flags of the runner and of the last passage.
    public var flags: RaceFlags = []
    /// The event of the last passage that counts; nil without one.
    public var event: EventID?
    /// The largest possible error of its time, by another device's clock; nil if it is unknown.
    public var doubt: Duration? = .zero
    /// The passages that count, in order.
    public var passages: [Passage] = []
    /// The other crossings, which only start the own clock or do not count, in order.
    public var others: [Passage] = []

    /// Whether a crossing is among those of the runner.
    package func hasCrossing(_ event: EventID) -> Bool {
      passages.contains { $0.event == event } || others.contains { $0.event == event }
    }
  }

  /// The results of one wave, or of all runners where there is one.
  public struct Wave: Hashable, Sendable {
    /// The name; nil: that of the race's own start.
    public var name: String?
    /// The format.
    public var format: RaceFormat
    /// The runners in order.
    public var rows: [Row]
    /// Whether its gun was fired.
    public var isStarted = true
  }

  /// A crossing as it was judged.
  public struct Passage: Hashable, Sendable {
    /// The lap that it completes, from 1; 0 for the own start, and for a point within a lap.
    public var number: Int
    /// The time from the start of the runner's clock.
    public var split: Duration
    /// The time since the passage before; since the last completed lap, if it completes one; since
    /// the bell, of a backyard loop.
    public var lap: Duration
    /// The point; nil: the finish line.
    public var point: String?
    /// The event.
    public var event: EventID?
    /// The flags.
    public var flags: RaceFlags
    /// The largest possible error of its time, by another device's clock; nil if it is unknown.
    public var doubt: Duration? = .zero
  }

  /// The crossings of a chip or a bib that nobody has.
  public struct Unknown: Hashable, Sendable {
    /// The chip.
    public var chip: String?
    /// The bib; with neither, the crossings were named by nobody.
    public var bib: String?
    /// The number of crossings.
    public var crossings: Int
  }

  /// The format of the race.
  public var format: RaceFormat
  /// The phase: running while somebody is on the course, and finished once everybody has finished or
  /// has a status.
  public var phase = Phase.ready
  /// The running time of the race; nil before its start.
  public var runningTime: Duration?
  /// The time from the start of the race to its end, pauses of the clock included: to the last finish
  /// or to the time limit; nil before everybody has finished or has a status, and if nobody crossed.
  public var finishTime: Duration?
  /// The waves, in the order of their starts.
  public var waves: [Wave] = []
  /// The crossings without a bib, except for those that were assigned to nobody.
  public var unknown: [Unknown] = []
}

extension Phase {
  /// Whether the results of a race may still change by further crossings.
  public var isProvisional: Bool { self != .finished && self != .stopped }
}

extension RaceFormat {
  /// Returns a passage in words, harmless: its point in a race by points, else its lap.
  ///
  /// `number` is nil if the passage does not count, `point` for the finish line.
  package func title(ofPassage number: Int?, point: String?) -> String {
    if let number, !isByPoints { return "lap \(number)" }
    return point.map(Harmless.text) ?? "finish"
  }
}

extension Standings.Passage {
  init(_ judged: WaveJudge.Passage, from origin: Duration) {
    self.init(
      number: judged.number, split: judged.place - origin, lap: judged.lap ?? .zero,
      point: judged.crossing.point, event: judged.crossing.id, flags: judged.flags,
      doubt: judged.crossing.doubt)
  }
}

/// The flags of crossings and results of a race.
public struct RaceFlags: NamedFlags, Hashable, Sendable {
  /// The bits; results have names instead.
  public let rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Before the gun: it does not count.
  public static let beforeStart = RaceFlags(rawValue: 1 << 0)
  /// After the race or the runner's finish: it does not count.
  public static let afterFinish = RaceFlags(rawValue: 1 << 1)
  /// Shorter than the shortest lap: it does not count.
  public static let short = RaceFlags(rawValue: 1 << 2)
  /// Too soon after the last one: it does not count.
  public static let reread = RaceFlags(rawValue: 1 << 3)
  /// Another device's crossing counts in its place.
  public static let double = RaceFlags(rawValue: 1 << 4)
  /// Outside the times of its point: it does not count.
  public static let outsideWindow = RaceFlags(rawValue: 1 << 5)
  /// A point before it was missed.
  public static let missedPoint = RaceFlags(rawValue: 1 << 6)
  /// The point is none of the format, or was passed before: it does not count.
  public static let otherPoint = RaceFlags(rawValue: 1 << 7)
  /// The crossing was amended or assigned.
  public static let amended = RaceFlags(rawValue: 1 << 8)
  /// The user stated its time.
  public static let stated = RaceFlags(rawValue: 1 << 9)
  /// No crossing was seen until the race was stopped.
  public static let notSeen = RaceFlags(rawValue: 1 << 10)
  /// The last one on an elimination lap.
  public static let eliminated = RaceFlags(rawValue: 1 << 11)
  /// Too few laps to be ranked.
  public static let notClassified = RaceFlags(rawValue: 1 << 12)
  /// The time is equal to that of a neighbor, and an `order` has decided.
  public static let photoFinish = RaceFlags(rawValue: 1 << 13)
  /// By the wall clock, from one device's clock to another's: the size of the doubt is unknown.
  public static let bridged = RaceFlags(rawValue: 1 << 14)
  /// By comparisons of two devices' clocks, with a known doubt.
  public static let compared = RaceFlags(rawValue: 1 << 15)

  /// Each flag with its name.
  public static let flagNames: [(flag: RaceFlags, name: String)] = [
    (.beforeStart, "before_start"), (.afterFinish, "after_finish"), (.short, "short"),
    (.reread, "reread"), (.double, "double"), (.outsideWindow, "outside_window"),
    (.missedPoint, "missed_point"), (.otherPoint, "other_point"), (.amended, "amended"),
    (.stated, "stated"), (.notSeen, "not_seen"), (.eliminated, "eliminated"),
    (.notClassified, "not_classified"), (.photoFinish, "photo_finish"), (.bridged, "bridged"),
    (.compared, "compared"),
  ]

  /// The reasons for which a crossing does not count, except for its point.
  static let leftOut: RaceFlags = [
    .beforeStart, .afterFinish, .short, .reread, .double, .outsideWindow,
  ]
  /// The reasons for which a crossing does not count.
  static let notCounted = leftOut.union(.otherPoint)

  /// Whether the time is that of another device's clock.
  var isOfOtherClock: Bool { contains(.bridged) || contains(.compared) }
}
