import Text

extension RaceFormat {
  /// The numbers of laps that a format may have.
  public static let lapRange = 1...1_000_000
  /// The shares that a rule may have, in permille.
  public static let permilleRange = 1...1000

  /// The reason why the format is invalid, a clause without a full stop; nil if it is valid.
  public var validationError: String? {
    finish.validationError ?? rulesError
  }

  private var rulesError: String? {
    for (rule, unit) in [("round", round?.unit), ("bunch", bunch), ("min_lap", minimumLap)] {
      if let unit, unit <= .zero { return "\(rule) is not above zero" }
    }
    if let doubles, doubles <= .zero { return "doubles is not above zero" }
    for (rule, share) in [("dead_time", deadTime), ("classified", classified)] {
      if let share, !Self.permilleRange.contains(share) { return "\(rule) is not 0.1% to 100%" }
    }
    guard windows.count <= Self.mostPoints else {
      return "the format has more than \(Self.mostPoints) windows"
    }
    var points: Set<String> = []
    for window in windows {
      if let error = window.validationError { return error }
      guard points.insert(window.point).inserted else { return "a point has two windows" }
    }
    return nil
  }
}

extension RaceFormat.Rounding {
  /// The unit to whose multiples times are rounded.
  public var unit: Duration {
    switch self {
    case .up(let unit), .down(let unit): unit
    }
  }
}

extension RaceFormat.Window {
  /// The reason why it is invalid, a clause without a full stop; nil if it is valid.
  public var validationError: String? {
    if let error = point.pointError { return error }
    if earliest == nil, latest == nil { return "a window has neither end" }
    if let earliest, earliest < .zero { return "the earliest time of a window is below zero" }
    if let latest, latest < earliest ?? .zero {
      return "the latest time of a window is before the earliest"
    }
    return nil
  }
}

extension String {
  var pointError: String? {
    do throws(LabelError) {
      _ = try Label.checked(self)
      return nil
    } catch {
      return "a point is not valid: \(error)"
    }
  }
}
