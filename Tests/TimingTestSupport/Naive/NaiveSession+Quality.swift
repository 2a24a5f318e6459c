import Timing
import Text

extension NaiveSession {
  /// The worst of what is known of all readings, and of what was stated of the standing events.
  var quality: ClockQuality {
    let stands = standing(of: events.count)
    var worst = timeline.qualities.max() ?? .exact
    for index in events.indices where stands[index] {
      let event = events[index]
      switch event.kind {
      case .started, .stopped, .resumed, .timestamped, .lapped:
        let moment = corrected(index, stands)
        if moment.isStated && !moment.isRemoved { worst = max(worst, .stated) }
      default: break
      }
    }
    return worst
  }
}
