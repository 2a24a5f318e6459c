import EventLog
import Logbook
import Racing
import Text
import Timing

/// A session in full as of a moment: its snapshot, laps, timestamps and statistics.
struct SessionDetails {
  /// The number in this log.
  let number: Int
  /// The id of the first event.
  let uid: EventID
  let snapshot: Snapshot
  /// The laps in the order of their moments, including those that do not count.
  private(set) var laps: [Lap]
  /// The timestamps in the order of their moments.
  let timestamps: [Timestamp]
  /// The laps that count, in groups that are compared with one another.
  private(set) var alike: AlikeLaps
  /// The comparison of an attempt at a course.
  private(set) var against: Against?
  /// The number of crossings that stand.
  let crossings: Int
  /// The number of runners who are entered in a race.
  let entries: Int
  /// The number of sessions that time points of the race.
  private(set) var streams = 0
  /// The name of the race of which the session times a point; nil for other sessions.
  private(set) var race: String?
  /// The finish of a race, if that is shown as of now.
  private(set) var finish: FinishedRace?

  init(_ session: Session, _ snapshot: Snapshot, number: Int, uid: EventID) {
    self.number = number
    self.uid = uid
    self.snapshot = snapshot
    laps = session.laps
    timestamps = session.timestamps
    alike = AlikeLaps(laps)
    crossings = session.crossingCount
    entries = session.entryCount
  }

  /// Returns the running time, and the time since the last lap that counts, as texts; nil without
  /// laps, and if the running time is that of the last lap.
  func openLap(_ times: StopwatchLabel) -> (split: String, lap: String)? {
    let time = times.truncated(snapshot.displayedTime)
    guard let last = laps.last, time > times.truncated(last.split) else { return nil }
    let start = times.truncated(snapshot.summary.stopwatch.lastSplit)
    return (times.text(of: time), times.text(of: time - start))
  }

  /// The flags that all of several laps have.
  var commonFlags: LapFlags { LapTable.commonFlags(of: laps) }

  /// The details with the comparison of an attempt at a course.
  func compared(_ session: Session, in log: Logbook, _ context: Context) throws -> SessionDetails {
    var compared = self
    compared.against = try Against(session, number, in: log, context)
    if snapshot.summary.profile.plan.race != nil {
      compared.streams = try log.streams(of: uid).count
    }
    compared.race = try snapshot.summary.profile.timingPoint.map { try log.name(ofRace: $0.race) }
    return compared
  }

  /// The details with the finish of a race.
  func finished(_ finish: FinishedRace?) -> SessionDetails {
    var finished = self
    finished.finish = finish
    return finished
  }

  /// The details with laps and statistics as people see them: everything shown adds up.
  func shown(_ times: StopwatchLabel) -> SessionDetails {
    var shown = self
    shown.laps = laps.map { $0.shown(times) }
    shown.alike = AlikeLaps(shown.laps)
    return shown
  }

  func write(to json: inout JSONWriter, _ times: StopwatchLabel) {
    snapshot.write(to: &json, of: number, uid, times)
    json.array("laps") { list in
      for lap in laps { list.object { write(lap, to: &$0, times) } }
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
    json.field("lap_count", snapshot.summary.lapCount)
    json.field("best_ns", snapshot.summary.best)
    if let against { against.write(to: &json, at: snapshot.displayedTime) }
    alike.write(to: &json)
    json.field("events", snapshot.summary.version)
  }
}

extension SessionDetails {
  func write(_ lap: Lap, to json: inout JSONWriter, _ times: StopwatchLabel) {
    lap.write(to: &json, now: snapshot.at, label: times, segment: segment(of: lap))
  }

  func segment(of lap: Lap) -> String? {
    snapshot.summary.profile.plan.name(ofSegment: lap.segment)
  }
}

extension Context {
  func print(json details: SessionDetails) {
    print { json in json.object { details.write(to: &$0, times) } }
  }

  /// Prints a value as a JSON document on one line.
  func print(json value: some JSONValue) {
    print { $0.element(value) }
  }
}

extension TimingPoint {
  /// `times A of Crit`, with the priority if it is not 0.
  func text(race: String) -> String {
    "times \(Harmless.text(point)) of \(race)" + (priority == 0 ? "" : ", priority \(priority)")
  }
}

extension Logbook {
  /// The point and its race: `finish of Crit`; harmless.
  func text(of point: TimingPoint) throws -> String {
    "\(Harmless.text(point.point)) of \(try name(ofRace: point.race))"
  }

  /// The name of a race, its number, or its uid if this log does not have it; harmless.
  func name(ofRace race: EventID) throws -> String {
    guard let number = try number(ofSession: race) else { return "race \(race)" }
    return try entry(number)?.summary.profile.name.map(Harmless.text) ?? "session \(number)"
  }
}

extension SessionDetails {
  /// The line on the runners of a race: `Race "2 laps": 2 entries, 5 crossings. …`; nil for other
  /// sessions.
  var raceLine: String? {
    guard let race = snapshot.summary.profile.plan.race else { return nil }
    let joined =
      streams == 0 ? "" : streams == 1 ? ", 1 joined session" : ", \(streams) joined sessions"
    return """
      Race "\(Harmless.text(race.text))": \(entries == 1 ? "1 entry" : "\(entries) entries"), \
      \(crossings == 1 ? "1 crossing" : "\(crossings) crossings")\(joined). \
      'laptimer standings \(number)' shows the places.
      """
  }
}

/// The texts of a session as of a moment.
extension Snapshot {
  /// The phase for people; that of a session without a clock of its own is `joined`.
  ///
  /// A race is finished once everybody has finished, also if its clock runs.
  func phaseText(_ finish: FinishedRace?) -> String {
    if phase == .ready, summary.profile.timingPoint != nil { return "joined" }
    return finish == nil ? phase.rawValue : Phase.finished.rawValue
  }

  /// The running time as text; of a finished race, that of the last finish.
  func timeText(_ finish: FinishedRace?, _ times: StopwatchLabel) -> String {
    finish?.time.map(times.text(of:)) ?? timeText(times)
  }

  /// Whether the start is in the future; the session may have been discarded.
  var startsLater: Bool { displayedTime < .zero }

  /// The running time as text; before the start, the whole seconds to go.
  func timeText(_ times: StopwatchLabel) -> String {
    startsLater ? CountdownLabel().text(of: displayedTime) : times.text(of: displayedTime)
  }

  /// The running time as text for JSON; before the start, the whole seconds to go with a minus.
  func signedTimeText(_ times: StopwatchLabel) -> String {
    (startsLater ? "-" : "") + timeText(times)
  }

  /// The number of laps that count, as text.
  var header: String { SplitList.header(count: summary.lapCount) }

  func ageText(of moment: Moment) -> String { AgeLabel().text(of: at - moment) }

  /// Writes the fields that `status`, `list` and `show` have in common.
  func write(to json: inout JSONWriter, of number: Int, _ uid: EventID, _ times: StopwatchLabel) {
    let profile = summary.profile
    json.field("session", number)
    json.field("uid", uid)
    json.field("name", profile.name)
    json.field("tags", profile.tags)
    json.array("people") { list in
      for person in profile.people { person.write(to: &list) }
    }
    json.field("phase", phase.rawValue)
    json.field("started_at", summary.startedAt)
    json.field("running_time_ns", displayedTime)
    json.field("running_time", signedTimeText(times))
    json.field("clock", quality.rawValue)
    json.field("header", header)
    json.object("plan") { profile.plan.write(to: &$0) }
    if let point = profile.timingPoint { json.field("joined", point) }
  }
}

extension Plan {
  /// Writes the rules; null for those that are not set.
  func write(to json: inout JSONWriter) {
    json.field("laps", laps)
    json.field("limit_ns", limit)
    json.field("min_lap_ns", minimumLap)
    if let race {
      json.key("race")
      race.write(to: &json)
    }
    if let course { json.field("course", course) }
    if let segments { json.field("segments", segments) }
  }
}

extension AlikeLaps {
  /// Writes the statistics of the largest group, and those of all groups.
  func write(to json: inout JSONWriter) {
    json.object("statistics") { (largest?.statistics).write(to: &$0) }
    json.array("statistics_by_label") { list in
      for group in groups {
        list.object {
          $0.field("label", group.label)
          $0.field("laps", group.count)
          Optional(group.statistics).write(to: &$0)
        }
      }
    }
  }
}

extension Statistics? {
  /// Writes the figures; null if there are no alike laps.
  fileprivate func write(to json: inout JSONWriter) {
    json.field("best_lap", self?.bestLap)
    json.field("best_ns", self?.best)
    json.field("worst_ns", self?.worst)
    json.field("mean_ns", self?.mean)
    json.field("median_ns", self?.median)
    json.field("stddev_ns", self?.standardDeviation)
  }
}
