extension RaceFormat {
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
  public var rules: [RaceFormat.RuleChange]

  /// Creates a change.
  public init(finish: RaceFormat.Finish? = nil, rules: [RaceFormat.RuleChange] = []) {
    self.finish = finish
    self.rules = rules
  }

  /// Returns a format after this change.
  ///
  /// - Parameter format: the format before; nil for a session that is not a race.
  /// - Returns: the format; nil if there is neither a format before nor what completes the race.
  package func applied(to format: RaceFormat?) -> RaceFormat? {
    guard var changed = format ?? finish.map({ RaceFormat($0) }) else { return nil }
    if let finish { changed.finish = finish }
    for rule in rules { changed.apply(rule) }
    return changed
  }
}
