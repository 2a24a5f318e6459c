import Text
public import Timing

/// A rule of a race, as `--rules` names it.
public enum RaceRule: String, CaseIterable, Sendable {
  case lapped, first, clock
  case limitFrom = "limit_from"
  case ties, round, bunch
  case minimumLap = "min_lap"
  case deadTime = "dead_time"
  case doubles, pulled, classified, window

  /// The values, the default one first.
  public var values: String {
    switch self {
    case .lapped: "finish, continue"
    case .first: "lap, start"
    case .clock: "gun, chip"
    case .limitFrom: "race, wave"
    case .ties: "line, shared, best_lap"
    case .round: "none, up 1s, down 1s"
    case .bunch: "none, 1s, 3s"
    case .minimumLap: "none, 20s"
    case .deadTime: "none, 40%"
    case .doubles: "5s, none"
    case .pulled: "ranked, unranked"
    case .classified: "none, 90%"
    case .window: "none, 10m..1h, 10m.., ..1h"
    }
  }

  /// The decision of the rule, a phrase.
  public var meaning: String {
    switch self {
    case .lapped: "the end of the race for lapped runners: when the winner finishes, or all laps"
    case .first: "the first crossing completes lap 1, or starts the runner's clock"
    case .clock: "times from the gun of the wave, or from the own start"
    case .limitFrom: "the gun from which a time limit counts"
    case .ties: "equal results: in the order on the line, shared places, or by the best lap"
    case .round: "the rounding of times shown"
    case .bunch: "a smaller gap to the runner ahead gets the same time"
    case .minimumLap: "shorter laps do not count"
    case .deadTime: "crossings sooner than this share of the median interval do not count"
    case .doubles: "two devices' crossings of a point within this time are one"
    case .pulled: "runners who were pulled are ranked, or not"
    case .classified: "the share of the winner's laps that is needed to be ranked"
    case .window: "the times at which crossings of a point count: window B=10m..1h"
    }
  }

  /// The text of the value in a format; empty for windows.
  public func value(in format: RaceFormat) -> String {
    switch self {
    case .lapped: format.lapped.rawValue
    case .first: format.first.rawValue
    case .clock: format.clock.rawValue
    case .limitFrom: format.limitFrom.rawValue
    case .ties: format.ties.rawValue
    case .pulled: format.pulled.rawValue
    case .round:
      switch format.round {
      case nil: "none"
      case .up(let unit): "up \(unit.unitText)"
      case .down(let unit): "down \(unit.unitText)"
      }
    case .bunch: format.bunch?.unitText ?? "none"
    case .minimumLap: format.minimumLap?.unitText ?? "none"
    case .doubles: format.doubles?.unitText ?? "none"
    case .deadTime: format.deadTime.map(Self.percent) ?? "none"
    case .classified: format.classified.map(Self.percent) ?? "none"
    case .window: ""
    }
  }

  private static func percent(_ permille: Int) -> String {
    permille % 10 == 0 ? "\(permille / 10)%" : "\(permille / 10).\(permille % 10)%"
  }
}
