import Timing
import Text

/// The place, the time and the label of an event after corrections.
struct CorrectedEvent {
  let index: Int
  var place: Duration
  var at: Moment
  var label: String?
  var isAmended = false
  var isStated = false
  var isRemoved = false
}

extension NaiveSession {
  /// Applies the standing corrections to an event.
  func corrected(_ index: Int, _ isStanding: [Bool]) -> CorrectedEvent {
    var moment = CorrectedEvent(
      index: index, place: places[index], at: events[index].at,
      isStated: events[index].basis != .measured)
    if case .lapped(let label, _) = events[index].kind { moment.label = label }
    if case .timestamped(let label) = events[index].kind { moment.label = label }
    var place = moment.place
    for later in isStanding.indices where isStanding[later] && targets[later] == index {
      switch events[later].kind {
      case .removed: moment.isRemoved = true
      case .amended(_, let amendment):
        moment.isAmended = true
        switch amendment.label {
        case .unchanged: break
        case .lifted: moment.label = nil
        case .set(let label): moment.label = label
        }
        switch amendment.move {
        case nil: break
        case .by(let span):
          place += span
          moment.at = moment.at + span
        case .at(let stated):
          place = timeline.place(ofStated: stated, placement: later)
          moment.at = stated
          moment.isStated = true
        case .ago(let span):
          place = NaiveTimeline.clamped(timeline.places[later] - span)
          moment.at = events[later].reading.recordedAt - span
          moment.isStated = true
        }
      default: break
      }
    }
    moment.place = NaiveTimeline.clamped(place)
    return moment
  }

  /// The standing laps that are not removed, ordered by place.
  var correctedLaps: [CorrectedEvent] {
    let isStanding = standing(of: events.count)
    return events.indices.compactMap { index in
      guard isStanding[index], case .lapped = events[index].kind else { return nil }
      let lap = corrected(index, isStanding)
      return lap.isRemoved ? nil : lap
    }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
  }

  /// Whether a correction has an effect on a kind of event.
  static func canCorrect(_ correction: Event.Kind, _ target: Event.Kind) -> Bool {
    switch (correction, target) {
    case (.removed, .lapped), (.removed, .timestamped), (.amended, .lapped): true
    case (.amended(_, let amendment), .started), (.amended(_, let amendment), .stopped),
      (.amended(_, let amendment), .resumed), (.amended(_, let amendment), .timestamped):
      amendment.scope == .anyMoment
    case (.amended(_, let amendment), .race(.crossed)),
      (.amended(_, let amendment), .race(.waveStarted)),
      (.amended(_, let amendment), .race(.linked)):
      amendment.scope == .anyMoment
    case (.removed, .race(.crossed)), (.removed, .race(.waveStarted)), (.removed, .race(.linked)),
      (.removed, .race(.ruled)):
      true
    default: false
    }
  }
}
