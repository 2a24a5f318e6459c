public import Text

/// A lap of a session, whether it counts or not.
public struct Lap: Hashable, Sendable {
  /// The event that made it, by its number within the session.
  public var event: Int
  /// Its number among the laps that count; nil if it does not count.
  public var number: Int?
  /// The running time at the lap.
  public var split: Duration
  /// This split less that of the last lap that counts.
  public var lap: Duration
  /// The wall-clock time of the lap, as it was recorded, stated or amended.
  public var at: Moment
  /// What it is called.
  public var label: String?
  /// What there is to say about it.
  public var flags: LapFlags
  /// Where it lies on the timeline.
  package var place: Duration

  package init(
    event: Int, number: Int?, split: Duration, lap: Duration, at: Moment, label: String?,
    flags: LapFlags, place: Duration
  ) {
    self.event = event
    self.number = number
    self.split = split
    self.lap = lap
    self.at = at
    self.label = label
    self.flags = flags
    self.place = place
  }
}

/// What there is to say about a lap besides its times.
public struct LapFlags: OptionSet, Hashable, Sendable {
  /// The bits; they are never stored, names are.
  public let rawValue: UInt16

  /// Makes the set of these bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Too short to count by the plan.
  public static let short = LapFlags(rawValue: 1 << 0)
  /// After the session had finished: it does not count.
  public static let afterFinish = LapFlags(rawValue: 1 << 1)
  /// While the clock stood, as corrections have it now: it does not count.
  public static let notRunning = LapFlags(rawValue: 1 << 2)
  /// Stated when something that happened later was in the log already.
  public static let late = LapFlags(rawValue: 1 << 3)
  /// Moved or renamed afterwards.
  public static let amended = LapFlags(rawValue: 1 << 4)
  /// Somebody said when it happened.
  public static let stated = LapFlags(rawValue: 1 << 5)
  /// The wall clock had been stepped.
  public static let stepped = LapFlags(rawValue: 1 << 6)
  /// Told by the wall clock, over a change of clocks.
  public static let bridged = LapFlags(rawValue: 1 << 7)
  /// Over a change of clocks whose length is not known.
  public static let unknown = LapFlags(rawValue: 1 << 8)
  /// Measured, but others came before it to the log: it took the place of the latest of them.
  public static let waited = LapFlags(rawValue: 1 << 9)

  private static let names: [(flag: LapFlags, name: String)] = [
    (.short, "short"), (.afterFinish, "after_finish"), (.notRunning, "not_running"),
    (.late, "late"), (.amended, "amended"), (.stated, "stated"), (.stepped, "stepped"),
    (.bridged, "bridged"), (.unknown, "unknown"), (.waited, "waited"),
  ]

  /// The names of the flags that are set, in a fixed order.
  public var names: [String] {
    isEmpty ? [] : Self.names.filter { contains($0.flag) }.map(\.name)
  }

  /// The flags of these names; names that are not known are left out.
  package init(names: [String]) {
    self = Self.names.reduce(into: []) { flags, named in
      if names.contains(named.name) { flags.insert(named.flag) }
    }
  }

  /// The flag for how well a place is known; none for an exact one.
  init(_ quality: ClockQuality) {
    switch quality {
    case .exact: self = []
    case .stated: self = .stated
    case .stepped: self = .stepped
    case .bridged: self = .bridged
    case .unknown: self = .unknown
    }
  }
}

/// A timestamp within a session.
public struct Timestamp: Hashable, Sendable {
  /// The event that made it, by its number within the session.
  public var event: Int
  /// What it is called.
  public var label: String
  /// The wall-clock time for which it was taken.
  public var at: Moment
  /// The running time then: negative before the start, nil while no start stands.
  public var runningTime: Duration?
  /// Where it lies on the timeline.
  package var place: Duration

  package init(event: Int, label: String, at: Moment, runningTime: Duration?, place: Duration) {
    self.event = event
    self.label = label
    self.at = at
    self.runningTime = runningTime
    self.place = place
  }
}

extension Timestamp {
  /// The timestamp of an event, as it arrived.
  init(_ event: Event, _ placement: Placement, runningTime: Duration?) {
    self.init(
      event: event.version, label: event.kind.label ?? "", at: event.at, runningTime: runningTime,
      place: placement.place)
  }
}

/// The words of a split list, as people know it from stopwatches.
public enum SplitList {
  /// Heads the list with `no laps`, `1 lap`, `2 laps` and so on.
  ///
  /// - Parameter count: the laps that count.
  /// - Returns: the heading.
  public static func header(count: Int) -> String {
    switch count {
    case 0: "no laps"
    case 1: "1 lap"
    default: "\(count) laps"
    }
  }

  /// Lists one lap that counts, as `1) 00:12.3`.
  ///
  /// - Parameters:
  ///   - number: the lap's number, from 1.
  ///   - split: the running time at the lap.
  ///   - label: how times are shown.
  /// - Returns: the entry.
  public static func entry(
    number: Int, split: Duration, label: StopwatchLabel = StopwatchLabel()
  ) -> String {
    "\(number)) \(label.text(of: split))"
  }
}
