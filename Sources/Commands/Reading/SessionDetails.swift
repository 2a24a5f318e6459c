import EventLog
import Logbook
import Text
import Timing

/// A session in full as of a moment: its snapshot, laps, timestamps and statistics.
struct SessionDetails {
  /// The number in this log.
  let number: Int
  /// The id of the first event.
  let uid: EventID
  /// The session without its past.
  let snapshot: Snapshot
  /// The laps in the order of their moments, including those that do not count.
  let laps: [Lap]
  /// The timestamps in the order of their moments.
  let timestamps: [Timestamp]
  /// The figures over the laps that count.
  let statistics: Statistics?

  init(_ session: Session, _ snapshot: Snapshot, number: Int, uid: EventID) {
    self.number = number
    self.uid = uid
    self.snapshot = snapshot
    laps = session.laps
    timestamps = session.timestamps
    statistics = Statistics(laps)
  }

  /// Writes all fields.
  func write(to json: inout JSONWriter, _ times: StopwatchLabel) {
    snapshot.write(to: &json, of: number, uid, times)
    json.array("laps") { list in
      for lap in laps { list.object { lap.write(to: &$0, now: snapshot.at, label: times) } }
    }
    json.array("timestamps") { list in
      for timestamp in timestamps {
        list.object { object in
          object.field("label", timestamp.label)
          object.field("at", timestamp.at)
          object.field("running_time_ns", timestamp.runningTime)
          object.field("age", snapshot.ageText(of: timestamp.at))
          object.field("event", timestamp.event)
        }
      }
    }
    json.object("statistics") { statistics.write(to: &$0) }
    json.field("events", snapshot.summary.version)
  }
}

extension Context {
  /// Prints a session in full as JSON.
  func print(json details: SessionDetails) {
    print { json in json.object { details.write(to: &$0, times) } }
  }
}
