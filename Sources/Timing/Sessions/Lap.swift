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
    shown.lap = label.shown(lap, endingAt: split)
    return shown
  }
}

extension StopwatchLabel {
  /// Returns a span that ends at a time, as the difference of times as they are shown; see
  /// ``Lap/shown(_:)``.
  package func shown(_ span: Duration, endingAt time: Duration) -> Duration {
    truncated(time) - truncated(time - span)
  }
}

/// A set of flags that JSON and SQL write as a list of names.
public protocol NamedFlags: OptionSet where Element == Self {
  /// Each flag with its name, in the order of ``names``.
  static var flagNames: [(flag: Self, name: String)] { get }
}

extension NamedFlags {
  /// The names of the flags that are set, in a fixed order.
  @inlinable public var names: [String] {
    isEmpty ? [] : Self.flagNames.compactMap { contains($0.flag) ? $0.name : nil }
  }

  /// Creates the set from names; unknown names are ignored.
  package init(names: [String]) {
    self.init()
    if names.isEmpty { return }
    for (flag, name) in Self.flagNames where names.contains(name) { insert(flag) }
  }
}

/// The flags of a lap.
public struct LapFlags: NamedFlags, Hashable, Sendable {
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

  /// Each flag with its name.
  public static let flagNames: [(flag: LapFlags, name: String)] = [
    (.short, "short"), (.afterFinish, "after_finish"), (.notRunning, "not_running"),
    (.late, "late"), (.amended, "amended"), (.stated, "stated"), (.stepped, "stepped"),
    (.bridged, "bridged"), (.unknown, "unknown"), (.waited, "waited"),
  ]

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

/// The shortest laps of each label, without the laps: what ``AlikeLaps`` needs for the best of the
/// largest group.
package struct LabelBests: Hashable, Sendable {
  /// The laps of one label.
  package struct Group: Hashable, Sendable {
    /// The number of laps.
    package var count: Int
    /// The number of the first lap.
    package var first: Int
    package var best: Duration

    package init(count: Int, first: Int, best: Duration) {
      self.count = count
      self.first = first
      self.best = best
    }

    package func merged(with other: Group) -> Group {
      Group(
        count: count + other.count, first: min(first, other.first), best: min(best, other.best))
    }
  }

  /// The laps of each label, and those without one.
  private var groups: [String?: Group] = [:]

  /// The shortest lap of the largest group, while those that are in the tables have not been read.
  private var unread: Duration?

  /// Creates bests without laps; `best` is that of the laps in the tables.
  package init(unread best: Duration? = nil) { unread = best }

  /// Whether it has no laps: those that are in the tables have not been read yet.
  package var isEmpty: Bool { groups.isEmpty }

  /// Collects the laps that count; nil if none of them has a label, and on a course.
  ///
  /// - Complexity: O(n).
  init?(_ laps: some Sequence<Lap>) {
    var bests = LabelBests()
    for lap in laps { bests.add(lap) }
    guard bests.groups.keys.contains(where: { $0 != nil }) else { return nil }
    self = bests
  }

  mutating func add(_ lap: Lap) {
    guard let number = lap.number, lap.segment == nil else { return }
    add(Group(count: 1, first: number, best: lap.lap), label: lap.label)
  }

  package mutating func add(_ group: Group, label: String?) {
    groups[label] = groups[label]?.merged(with: group) ?? group
  }

  /// The shortest lap time of the largest group; nil without laps.
  ///
  /// - Complexity: O(n) in the labels.
  package var best: Duration? {
    var (plain, largest): (Group?, Group?)
    for (label, group) in groups {
      if label == nil || group.count == 1 {
        plain = plain?.merged(with: group) ?? group
      } else if largest.map({ (-group.count, group.first) < (-$0.count, $0.first) }) ?? true {
        largest = group
      }
    }
    guard let largest, largest.count > plain?.count ?? 0 else { return plain?.best ?? unread }
    return largest.best
  }
}

/// The shortest lap time as people see it, with each number of decimal places.
///
/// Hidden digits decide which laps look shorter: see ``Lap/shown(_:)``.
package struct ShownBests: Hashable, Sendable {
  /// The times in nanoseconds by the number of places, 0 to 9; none without a lap.
  package private(set) var nanoseconds: [Int64] = []

  package init() {}

  package init(nanoseconds: [Int64]) { self.nanoseconds = nanoseconds }

  /// The shortest time with all of its digits; nil without a lap.
  package var exact: Duration? { self[places: 9] }

  /// The shortest time with a number of decimal places; nil without a lap.
  package subscript(places places: Int) -> Duration? {
    nanoseconds.isEmpty ? nil : .nanoseconds(nanoseconds[places])
  }

  /// Adds a lap that counts.
  mutating func add(_ lap: Duration, split: Duration) {
    let (lap, split) = (lap.nanoseconds, split.nanoseconds)
    if nanoseconds.isEmpty { nanoseconds = Array(repeating: .max, count: 10) }
    // A time shown is less than a second away from the exact one.
    if nanoseconds[9] < lap - 2_000_000_000 { return }
    var step: Int64 = 1
    for places in nanoseconds.indices.reversed() {
      let shown = (split / step - (split - lap) / step) * step
      nanoseconds[places] = min(nanoseconds[places], shown)
      step *= 10
    }
  }
}
