public import Text
public import Timing

/// The results of a race at a moment.
public struct Standings: Hashable, Sendable {
  /// The state of a race.
  public enum Phase: String, Hashable, Sendable {
    /// Before the start.
    case ready
    /// In the countdown.
    case countdown
    /// Somebody is on the course.
    case running
    /// The clock was stopped before all had finished.
    case stopped
    /// Everybody has finished or has a status.
    case finished
  }

  /// The status of a runner.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    case running
    case finished
    case pulled
    case dnf
    case dsq
    case dns
  }

  /// The single passages that results include.
  public enum PassagesKept: Sendable {
    /// None.
    case none
    /// The last lap of each runner, those that may be shown as the best one, and the crossings that
    /// do not count: a table shows lap times as differences of the splits that it shows.
    case shown
    /// All.
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

    /// Whether runners crossed before its gun, which may have been forgotten.
    public var lacksGun: Bool {
      !isStarted && name != nil && rows.contains { !$0.others.isEmpty }
    }
  }

  /// A crossing that counts.
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
    /// The first of their events.
    public var first: EventID
  }

  /// The format of the race.
  public var format: RaceFormat
  /// The phase.
  public var phase = Phase.ready
  /// The running time of the race; nil before its start.
  public var runningTime: Duration?
  /// The running time at which the last runner finished, or at which the time limit was reached;
  /// nil before everybody has finished or has a status, and if nobody crossed.
  public var finishTime: Duration?
  /// The waves, in the order of their starts.
  public var waves: [Wave] = []
  /// The crossings without a bib, except for those that were assigned to nobody.
  public var unknown: [Unknown] = []

  /// Whether the results may still change by further crossings.
  public var isProvisional: Bool { phase != .finished && phase != .stopped }
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
