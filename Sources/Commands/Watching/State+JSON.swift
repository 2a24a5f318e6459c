import EventLog
import Terminal
import Timing
import Text

extension State {
  /// Writes the state as `watch --json` prints it: what `status` tells of a session, but of the
  /// laps only the newest, and no ages.
  ///
  /// Nothing is written of a session that has no events.
  func write(to json: inout JSONWriter) {
    guard let uid = board.session.uid else { return }
    let times = StopwatchLabel()
    let glance = Glance(board.number, uid, board.session.summary, at: reading)
    json.object { json in
      glance.write(to: &json, times)
      json.field("lap_count", glance.summary.lapCount)
      json.field("best_ns", glance.summary.best)
      if let lap = board.session.laps.last {
        json.object("lap") { lap.write(to: &$0, label: times) }
      } else {
        json.field("lap", nil as Int?)
      }
      json.field("events", glance.summary.version)
    }
  }
}
