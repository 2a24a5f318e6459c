import Timing
import Text

/// A lap as corrections have it.
struct NaiveLap {
  let index: Int
  var place: Duration
  var at: Moment
  var label: String?
  var isAmended = false
  var isStated = false
  var isRemoved = false
}

extension NaiveSession {
  /// The lap that an event made, corrected by those that stand of the events counted.
  func correctedLap(_ index: Int, _ stands: [Bool]) -> NaiveLap {
    var lap = NaiveLap(
      index: index, place: places[index], at: events[index].at,
      isStated: events[index].basis != .measured)
    if case .lapped(let label) = events[index].kind { lap.label = label }
    var place = lap.place
    for later in stands.indices where stands[later] && targets[later] == index {
      switch events[later].kind {
      case .removed: lap.isRemoved = true
      case .amended(_, .label(let label)):
        lap.label = label
        lap.isAmended = true
      case .amended(_, .by(let span)):
        place += span
        lap.at = lap.at + span
        lap.isAmended = true
      case .amended(_, .at(let moment)):
        place = timeline.place(ofStated: moment, placement: later)
        lap.at = moment
        lap.isAmended = true
        lap.isStated = true
      default: break
      }
    }
    lap.place = NaiveTimeline.held(place)
    return lap
  }

  /// The laps that stand and were not removed, in the order of their places.
  var correctedLaps: [NaiveLap] {
    let stands = standing(of: events.count)
    return events.indices.compactMap { index in
      guard stands[index], case .lapped = events[index].kind else { return nil }
      let lap = correctedLap(index, stands)
      return lap.isRemoved ? nil : lap
    }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
  }
}
