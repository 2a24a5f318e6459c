package import Text
package import Timing

/// A standing event of a race that is not removed.
package struct NaiveRaceEvent {
  /// Its number within the session, from 1.
  package var version: Int
  package var id: EventID
  package var event: RaceEvent
  package var place: Duration
}

extension NaiveSession {
  /// The standing events of a race that are not removed, in the order of arrival.
  package var raceEvents: [NaiveRaceEvent] {
    let isStanding = standing(of: events.count)
    return events.indices.compactMap { index in
      guard isStanding[index], case .race(let event) = events[index].kind else { return nil }
      let moment = corrected(index, isStanding)
      if moment.isRemoved { return nil }
      return NaiveRaceEvent(
        version: index + 1, id: events[index].id, event: event, place: moment.place)
    }
  }

  /// The place of the newest event's reading.
  package var newestPlace: Duration { timeline.places.last ?? .zero }

  /// The places of the start that counts and of the stop that stopped the clock.
  package var raceClock: (start: Duration?, stop: Duration?) {
    let isStanding = standing(of: events.count)
    var presses: [(place: Duration, index: Int)] = []
    for index in events.indices where isStanding[index] && events[index].kind.isPress {
      presses.append((corrected(index, isStanding).place, index))
    }
    presses.sort { ($0.place, $0.index) < ($1.place, $1.index) }
    var start: Duration?
    var stop: Duration?
    for press in presses {
      switch events[press.index].kind {
      case .started: start = start ?? press.place
      case .stopped: if start != nil, stop == nil { stop = press.place }
      case .resumed: stop = nil
      default: break
      }
    }
    return (start, stop)
  }
}
