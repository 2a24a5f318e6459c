import EventLog
import Timing
import Text

/// A session whole, as of a now.
struct SessionState {
  /// What needs no past.
  let glance: Glance
  /// The laps in the order of their moments, those too that do not count.
  let laps: [Lap]
  /// The timestamps in the order of their moments.
  let timestamps: [Timestamp]
  /// The figures over the laps that count.
  let statistics: Statistics?

  /// A session as of the moment of a snapshot.
  init(_ snapshot: Snapshot, _ number: Int, _ uid: EventID) {
    glance = Glance(snapshot, number, uid)
    laps = snapshot.session.laps
    timestamps = snapshot.session.timestamps
    statistics = Statistics(laps)
  }

  /// Writes the fields of the whole session.
  func write(to json: inout JSONWriter, _ times: StopwatchLabel) {
    glance.write(to: &json, times)
    json.array("laps") { list in
      for lap in laps { list.object { lap.write(to: &$0, now: glance.now, label: times) } }
    }
    json.array("timestamps") { list in
      for timestamp in timestamps {
        list.object { object in
          object.field("label", timestamp.label)
          object.field("at", timestamp.at)
          object.field("running_time_ns", timestamp.runningTime)
          object.field("age", glance.age(of: timestamp.at))
          object.field("event", timestamp.event)
        }
      }
    }
    json.object("statistics") { statistics.write(to: &$0) }
    json.field("events", glance.summary.version)
  }
}

extension Context {
  /// Prints a session whole, as JSON.
  func print(json state: SessionState) {
    print { json in json.object { state.write(to: &$0, times) } }
  }
}
