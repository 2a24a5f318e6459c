/// The flags of crossings and results of a race.
public struct RaceFlags: OptionSet, Hashable, Sendable {
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

  private static let names: [(flag: RaceFlags, name: String)] = [
    (.beforeStart, "before_start"), (.afterFinish, "after_finish"), (.short, "short"),
    (.reread, "reread"), (.double, "double"), (.outsideWindow, "outside_window"),
    (.missedPoint, "missed_point"), (.otherPoint, "other_point"), (.amended, "amended"),
    (.stated, "stated"), (.notSeen, "not_seen"), (.eliminated, "eliminated"),
    (.notClassified, "not_classified"), (.photoFinish, "photo_finish"), (.bridged, "bridged"),
    (.compared, "compared"),
  ]

  /// The flags of results; a result has those of the runner's last crossing, too.
  public static let ofResults: RaceFlags = [.notSeen, .eliminated, .notClassified, .photoFinish]
  /// The flags of crossings: all others.
  public static let ofCrossings = names.reduce(into: RaceFlags()) { $0.insert($1.flag) }
    .subtracting(ofResults)

  /// The reasons for which a crossing does not count, but for its point.
  static let leftOut: RaceFlags = [
    .beforeStart, .afterFinish, .short, .reread, .double, .outsideWindow,
  ]
  /// The reasons for which a crossing does not count.
  static let notCounted = leftOut.union(.otherPoint)

  /// Whether the time is that of another device's clock.
  var isOfOtherClock: Bool { contains(.bridged) || contains(.compared) }

  /// Creates a set from names; unknown ones are left out.
  package init(names: [String]) {
    self = Self.names.reduce(into: []) { flags, named in
      if names.contains(named.name) { flags.insert(named.flag) }
    }
  }

  /// The names of the flags that are set, in a fixed order.
  public var names: [String] {
    isEmpty ? [] : Self.names.filter { contains($0.flag) }.map(\.name)
  }
}
