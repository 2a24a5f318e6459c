import EventLog
import Terminal
import Timing

extension State {
  /// Writes the state as `watch --json` prints it: what changes slower than the clock, but no ages.
  func write(to json: inout JSONWriter) {
    let summary = board.session.summary
    json.object { json in
      json.field("session", board.number)
      json.field("uid", board.session.uid?.description)
      json.field("name", summary.profile.name)
      json.field("phase", phase.rawValue)
      json.field("started_at", summary.startedAt)
      json.field("running_time_ns", runningTime)
      json.field("running_time", runningTime.map { StopwatchLabel().text(of: $0) })
      json.field(
        "countdown",
        phase == .countdown ? runningTime.map { CountdownLabel().text(of: $0) } : nil)
      json.field("header", SplitList.header(count: summary.lapCount))
      json.field("lap_count", summary.lapCount)
      json.field("best_ns", summary.best)
      if let lap = board.session.laps.last {
        json.object("lap") { json in
          json.field("number", lap.number)
          json.field("split_ns", lap.split)
          json.field("lap_ns", lap.lap)
          json.field("label", lap.label)
          json.field("event", lap.event)
          json.field("flags", lap.flags.names)
        }
      }
      json.field("events", summary.version)
    }
  }
}
