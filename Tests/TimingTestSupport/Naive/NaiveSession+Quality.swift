import Timing
import Text

extension NaiveSession {
  /// The worst quality of all readings and of the standing events.
  var quality: ClockQuality {
    let isStanding = standing(of: events.count)
    var worst = timeline.qualities.max() ?? .exact
    for index in events.indices where isStanding[index] {
      let event = events[index]
      switch event.kind {
      case .started, .stopped, .resumed, .timestamped, .lapped:
        let moment = corrected(index, isStanding)
        if moment.isStated && !moment.isRemoved { worst = max(worst, .stated) }
      default: break
      }
    }
    return worst
  }
}
