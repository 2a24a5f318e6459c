import Text
import Timing

/// Why crossings are those of their runners: the events that say so.
struct CrossingClaims {
  private let session: Session
  /// The latest assignment of each crossing.
  private var assignments: [EventID: Int] = [:]
  private var links: [String: [(place: Duration, version: Int)]] = [:]

  /// - Complexity: O(n) in the events.
  init(_ session: Session) {
    self.session = session
    for standing in session.raceEvents {
      switch standing.event {
      case .assigned(let crossing, _): assignments[crossing] = standing.version
      case .linked(let chip, _):
        links[RaceEvent.comparable(chip: chip), default: []]
          .append((standing.place, standing.version))
      case .entered, .withdrawn, .waveStarted, .wavePlanned, .crossed, .ruled, .ordered, .joined,
        .clocksCompared:
        break
      }
    }
  }

  /// Returns why a crossing at a place is its runner's; nil if it is not of this session.
  func claim(of event: EventID, at place: Duration) -> PlaceExplanation.Crossing.Claim? {
    if let version = assignments[event] { return .assigned(by: version) }
    guard case .race(.crossed(let crossing))? = session.event(event)?.kind else { return nil }
    guard crossing.bib == nil, let chip = crossing.chip.map(RaceEvent.comparable(chip:)) else {
      return .named
    }
    let link = links[chip]?.filter { $0.place <= place }
      .max { ($0.place, $0.version) < ($1.place, $1.version) }
    return link.map { .linked(chip: chip, by: $0.version) } ?? .entered(chip: chip)
  }
}
