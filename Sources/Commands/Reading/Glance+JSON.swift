import EventLog
import Timing
import Text

extension Glance {
  /// Writes the fields of a session that need no past.
  func write(to json: inout JSONWriter, _ times: StopwatchLabel) {
    let profile = summary.profile
    json.field("session", session)
    json.field("uid", uid)
    json.field("name", profile.name)
    json.field("tags", profile.tags)
    json.array("people") { list in
      for person in profile.people { person.write(to: &list) }
    }
    json.field("phase", phase.rawValue)
    json.field("started_at", summary.startedAt)
    json.field("running_time_ns", runningTime)
    json.field("running_time", shownTime(times))
    json.field("clock", clock.rawValue)
    json.field("header", header)
    json.object("plan") { profile.plan.write(to: &$0) }
  }
}

extension Plan {
  /// Writes the rules, null for those that are not set.
  func write(to json: inout JSONWriter) {
    json.field("laps", laps)
    json.field("limit_ns", limit)
    json.field("min_lap_ns", minimumLap)
  }
}

extension Statistics? {
  /// Writes the figures, null where no lap counts.
  func write(to json: inout JSONWriter) {
    json.field("best_lap", self?.bestLap)
    json.field("best_ns", self?.best)
    json.field("worst_ns", self?.worst)
    json.field("mean_ns", self?.mean)
    json.field("median_ns", self?.median)
    json.field("stddev_ns", self?.standardDeviation)
  }
}
