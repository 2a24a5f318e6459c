public import Text

/// A lap of a session, whether it counts or not.
public struct Lap: Hashable, Sendable {
  /// Its event, by the number within the session.
  public var event: Int
  /// Its number among the laps that count; nil if it does not count.
  public var number: Int?
  /// The running time at the lap.
  public var split: Duration
  /// The split minus that of the last lap that counts.
  public var lap: Duration
  /// The wall-clock time of the lap, as it was recorded, stated or amended.
  public var at: Moment
  /// The label.
  public var label: String?
  /// The number of the segment that it completes, from 1; nil without a course, and for a lap that
  /// completes none.
  public var segment: Int?
  /// The flags.
  public var flags: LapFlags
  /// The place on the timeline.
  package var place: Duration

  package init(
    event: Int, number: Int?, split: Duration, lap: Duration, at: Moment, label: String?,
    segment: Int? = nil, flags: LapFlags, place: Duration
  ) {
    self.segment = segment
    self.event = event
    self.number = number
    self.split = split
    self.lap = lap
    self.at = at
    self.label = label
    self.flags = flags
    self.place = place
  }

  /// The lap with its times as people see them, so that everything shown adds up.
  ///
  /// The split is truncated to the digits shown. The lap time is the difference to the truncated
  /// split of the last lap that counts, as in official timekeeping: splits of 2.88 s and 5.59 s are
  /// shown as 02.8 and 05.5, and the lap between them as 02.7. Differences and statistics for
  /// people are computed from these laps; JSON and SQL have the exact ones.
  public func shown(_ label: StopwatchLabel) -> Lap {
    var shown = self
    shown.split = label.truncated(split)
    shown.lap = shown.split - label.truncated(split - lap)
    return shown
  }
}

/// The flags of a lap.
public struct LapFlags: OptionSet, Hashable, Sendable {
  /// The bits; the log stores names instead.
  public let rawValue: UInt16

  /// Creates a set from bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Shorter than the plan's minimum: it does not count.
  public static let short = LapFlags(rawValue: 1 << 0)
  /// After the session had finished: it does not count.
  public static let afterFinish = LapFlags(rawValue: 1 << 1)
  /// While the clock was stopped, after corrections: it does not count.
  public static let notRunning = LapFlags(rawValue: 1 << 2)
  /// Stated after a later press was appended.
  public static let late = LapFlags(rawValue: 1 << 3)
  /// Moved or relabeled.
  public static let amended = LapFlags(rawValue: 1 << 4)
  /// The user stated its time.
  public static let stated = LapFlags(rawValue: 1 << 5)
  /// The wall clock was stepped.
  public static let stepped = LapFlags(rawValue: 1 << 6)
  /// Derived by the wall clock, across a change of clocks.
  public static let bridged = LapFlags(rawValue: 1 << 7)
  /// After a change of clocks of unknown length.
  public static let unknown = LapFlags(rawValue: 1 << 8)
  /// Measured, but appended after a later press: it has the place of the latest one.
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

  /// Creates the set from names; unknown names are ignored.
  package init(names: [String]) {
    self = Self.names.reduce(into: []) { flags, named in
      if names.contains(named.name) { flags.insert(named.flag) }
    }
  }

  /// The flag of the same name as the quality of a place; none for an exact one.
  init(_ quality: ClockQuality) {
    self = quality == .exact ? [] : LapFlags(names: [quality.rawValue])
  }
}

/// A timestamp within a session.
public struct Timestamp: Hashable, Sendable {
  /// Its event, by the number within the session.
  public var event: Int
  /// The label.
  public var label: String
  /// The wall-clock time.
  public var at: Moment
  /// The running time then: negative before the start, nil without a standing start.
  public var runningTime: Duration?
  /// The place on the timeline.
  package var place: Duration

  package init(event: Int, label: String, at: Moment, runningTime: Duration?, place: Duration) {
    self.event = event
    self.label = label
    self.at = at
    self.runningTime = runningTime
    self.place = place
  }
}

/// The texts of a split list.
public enum SplitList {
  /// Returns the header: `no laps`, `1 lap`, `2 laps` and so on.
  public static func header(count: Int) -> String {
    switch count {
    case 0: "no laps"
    case 1: "1 lap"
    default: "\(count) laps"
    }
  }

  /// Returns the entry of a lap that counts: `1) 00:12.3`.
  public static func entry(
    number: Int, split: Duration, label: StopwatchLabel = StopwatchLabel()
  ) -> String {
    "\(number)) \(label.text(of: split))"
  }
}
