package import Text
import Timing

extension NaiveClock {
  /// The wall-clock time of the lap that finished the session, else of the newest stop while the
  /// clock is stopped; nil while it runs, and for a limit.
  package var endedAt: Moment? {
    if let finish { return laps.last { $0.number != nil && $0.place == finish }?.at }
    if intervals.isEmpty || isOpen { return nil }
    let isStanding = session.standing(of: session.events.count)
    let stops = session.events.indices.filter {
      if case .stopped = session.events[$0].kind { isStanding[$0] } else { false }
    }
    return stops.max { (places[$0], $0) < (places[$1], $1) }.map { moments[$0] }
  }
}
