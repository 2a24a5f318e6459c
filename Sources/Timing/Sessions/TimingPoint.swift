public import Text

/// A point of a race that a session times: its first event is a `joined`.
///
/// Such a session has no clock of its own. It takes crossings and timestamps, and corrections of
/// its own events.
public struct TimingPoint: Hashable, Sendable {
  /// The id of the race.
  public var race: EventID
  /// The name of the point.
  public var point: String
  /// The rank among devices that read one passage: the lowest counts.
  public var priority: Int

  /// Creates a point.
  public init(race: EventID, point: String, priority: Int) {
    self.race = race
    self.point = point
    self.priority = priority
  }
}

extension Command {
  /// Whether a session that times a point of a race takes the command.
  package var isForTimingPoints: Bool {
    switch self {
    case .mark, .undo, .redo, .amend, .remove, .name, .tag, .untag, .identify, .discard: true
    case .race(let event):
      switch event {
      case .crossed, .clocksCompared: true
      case .entered, .withdrawn, .waveStarted, .wavePlanned, .assigned, .linked, .ruled, .ordered,
        .joined:
        false
      }
    case .start, .stop, .resume, .lap, .plan, .wave, .join, .assign, .order: false
    }
  }
}
