import Text

/// The stored form of a format: a JSON object that has every rule, the default ones included, with
/// durations in nanoseconds and shares in permille.
///
/// Reading fails on a missing field, a field of another type, and rules of another version; unknown
/// fields are skipped. Numbers are not checked: see ``validationError``.
extension RaceFormat: CodedObject {
  package static var blank: RaceFormat { RaceFormat(.laps(1)) }

  /// The numbers of laps that a format may have.
  public static let lapRange = 1...1_000_000
  /// The shares that a rule may have, in permille.
  public static let permilleRange = 1...1000

  /// The reason why the format is invalid, a clause without a full stop; nil if it is valid.
  public var validationError: String? { fault }

  package mutating func code(_ fields: inout FieldCoder) {
    func share(_ rule: String) -> (Int) -> String? {
      { Self.permilleRange.contains($0) ? nil : "\(rule) is not 0.1% to 100%" }
    }
    var version = Self.rulesVersion
    fields.required("rules_version", &version)
    if version != Self.rulesVersion { fields.lack() }
    fields.required("finish", &finish)
    fields.required("lapped", &lapped)
    fields.required("first", &first)
    fields.required("clock", &clock)
    fields.required("limit_from", &limitFrom)
    fields.required("ties", &ties)
    fields.nullable("round", &round) { aboveZero("round")($0.unit) }
    fields.nullable("bunch_ns", &bunch, aboveZero("bunch"))
    fields.nullable("min_lap_ns", &minimumLap, aboveZero("min_lap"))
    fields.nullable("dead_time_permille", &deadTime, share("dead_time"))
    fields.nullable("doubles_ns", &doubles, aboveZero("doubles"))
    fields.required("pulled", &pulled)
    fields.nullable("classified_permille", &classified, share("classified"))
    fields.required("windows", &windows) { windows in
      windows.count > Self.mostPoints
        ? "the format has more than \(Self.mostPoints) windows"
        : windows.fault
          ?? (Set(windows.map(\.point)).count < windows.count ? "a point has two windows" : nil)
    }
  }
}

extension RaceFormat.Lapped: FieldValue {}
extension RaceFormat.First: FieldValue {}
extension RaceFormat.Clock: FieldValue {}
extension RaceFormat.LimitFrom: FieldValue {}
extension RaceFormat.Ties: FieldValue {}
extension RaceFormat.Pulled: FieldValue {}

extension RaceFormat.Finish: CodedObject {
  package static var blank: RaceFormat.Finish { .laps(1) }

  /// A finish of each kind, whose values are then read.
  private static let blanks: [RaceFormat.Finish] = [
    .laps(1), .time(.zero, furtherLaps: nil), .ownLap(after: .zero), .points([]),
    .bestLaps(1, within: .zero), .elimination(every: 1), .backyard(.zero),
    .timeTrial(interval: nil),
  ]

  private var kind: String {
    switch self {
    case .laps: "laps"
    case .time: "time"
    case .ownLap: "own_lap"
    case .points: "points"
    case .bestLaps: "best_laps"
    case .elimination: "elimination"
    case .backyard: "backyard"
    case .timeTrial: "time_trial"
    }
  }

  package mutating func code(_ fields: inout FieldCoder) {
    func lapsFault(_ laps: Int) -> String? {
      RaceFormat.lapRange.contains(laps) ? nil : "the number of laps is not 1 to 1,000,000"
    }
    var kind = kind
    fields.required("kind", &kind)
    if fields.isReading {
      guard let blank = Self.blanks.first(where: { $0.kind == kind }) else { return fields.lack() }
      self = blank
    }
    switch self {
    case .laps(var laps):
      fields.required("laps", &laps, lapsFault)
      self = .laps(laps)
    case .time(var limit, var further):
      fields.required("limit_ns", &limit, aboveZero("the time limit"))
      fields.nullable("further_laps", &further) { $0 == 0 ? nil : lapsFault($0) }
      self = .time(limit, furtherLaps: further)
    case .ownLap(var limit):
      fields.required("limit_ns", &limit, aboveZero("the time limit"))
      self = .ownLap(after: limit)
    case .points(var points):
      fields.required("points", &points, Self.fault(ofPoints:))
      self = .points(points)
    case .bestLaps(var laps, var limit):
      fields.required("laps", &laps, lapsFault)
      fields.required("limit_ns", &limit, aboveZero("the time limit"))
      self = .bestLaps(laps, within: limit)
    case .elimination(var every):
      fields.required("every", &every, lapsFault)
      self = .elimination(every: every)
    case .backyard(var loop):
      fields.required("loop_ns", &loop, aboveZero("the time of a loop"))
      self = .backyard(loop)
    case .timeTrial(var interval):
      fields.nullable("interval_ns", &interval, aboveZero("the interval between starts"))
      self = .timeTrial(interval: interval)
    }
  }

  private static func fault(ofPoints points: [String]) -> String? {
    if points.isEmpty { return "the format has no points" }
    if points.count > RaceFormat.mostPoints {
      return "the format has more than \(RaceFormat.mostPoints) points"
    }
    return points.lazy.compactMap(\.pointError).first
      ?? (Set(points).count < points.count ? "a point is named twice" : nil)
  }
}

extension RaceFormat.Rounding: CodedObject {
  package static var blank: RaceFormat.Rounding { .up(.zero) }

  private enum Direction: String, FieldValue { case up, down }

  /// The unit to whose multiples times are rounded.
  public var unit: Duration {
    switch self {
    case .up(let unit), .down(let unit): unit
    }
  }

  package mutating func code(_ fields: inout FieldCoder) {
    var direction: Direction = if case .up = self { .up } else { .down }
    var unit = unit
    fields.required("direction", &direction)
    fields.required("unit_ns", &unit)
    self = direction == .up ? .up(unit) : .down(unit)
  }
}

extension RaceFormat.Window: CodedObject {
  package static var blank: RaceFormat.Window { RaceFormat.Window(point: "") }

  package mutating func code(_ fields: inout FieldCoder) {
    fields.required("point", &point, \.pointError)
    fields.nullable("earliest_ns", &earliest) {
      $0 < .zero ? "the earliest time of a window is below zero" : nil
    }
    fields.nullable("latest_ns", &latest)
    fields.check(earliest == nil && latest == nil ? "a window has neither end" : nil)
    let isReversed = latest.map { $0 < earliest ?? .zero } ?? false
    fields.check(isReversed ? "the latest time of a window is before the earliest" : nil)
  }
}

private func aboveZero(_ name: String) -> (Duration) -> String? {
  { $0 > .zero ? nil : "\(name) is not above zero" }
}

extension String {
  fileprivate var pointError: String? {
    do throws(LabelError) {
      _ = try Label.checked(self)
      return nil
    } catch {
      return "a point is not valid: \(error)"
    }
  }
}
