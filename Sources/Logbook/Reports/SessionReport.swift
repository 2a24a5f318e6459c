package import Racing
package import Text
package import Timing

/// A session as of a moment, for output.
package struct SessionReport: ListedFields {
  package var number: Int
  /// The id of the first event.
  package var uid: EventID
  package var snapshot: Snapshot
  package var times: StopwatchLabel
  /// The laps that count, in groups that are compared with one another; nil to omit statistics.
  package var alike: AlikeLaps?
  /// Whether the session belongs to another device.
  package var isForeign: Bool

  package init(
    _ number: Int, _ uid: EventID, _ snapshot: Snapshot, _ times: StopwatchLabel,
    _ alike: AlikeLaps? = nil, isForeign: Bool = false
  ) {
    self.number = number
    self.uid = uid
    self.snapshot = snapshot
    self.times = times
    self.alike = alike
    self.isForeign = isForeign
  }

  private var profile: Profile { snapshot.summary.profile }

  /// The fields that all lists and answers have in common.
  package static let state: [Field<Self>] = [
    Field("session", \.number), Field("uid", \.uid), Field("name", \.profile.name),
    Field("tags", \.profile.tags), Field("people", \.profile.people),
    Field("phase", \.snapshot.phase.rawValue), Field("started_at", \.snapshot.summary.startedAt),
    Field("running_time_ns", \.snapshot.displayedTime),
    Field("running_time") { $0.snapshot.signedTimeText($0.times) },
    Field("clock", \.snapshot.quality.rawValue), Field("header", \.snapshot.header),
    Field("plan", \.profile.plan), Field(ifAny: "joined", \.profile.timingPoint),
  ]

  /// The fields on the laps.
  package static let counts: [Field<Self>] = [
    Field("lap_count", \.snapshot.summary.lapCount), Field("best_ns", \.snapshot.summary.best),
  ]

  /// The fields on the laps that are alike, and on the events.
  package static let rest: [Field<Self>] = [
    Field(ifAny: "statistics") { $0.alike.map { ($0.largest?.statistics).object } },
    Field(ifAny: "statistics_by_label") { report in
      report.alike.map { alike in
        alike.groups.map {
          ["label": $0.label, "laps": $0.count] + Statistics?($0.statistics).object
        }
      }
    },
    Field("events", \.snapshot.summary.version),
    Field(ifAny: "read_only") { $0.isForeign ? true : nil },
  ]

  package static let fields = state + counts + rest

  /// The fields of a row.
  package static let rowFields: [Field<Self>] =
    fields.named(
      "session", "uid", "name", "phase", "started_at", "running_time_ns", "running_time",
      "lap_count", "best_ns", "tags") + [Field("people") { $0.profile.people.map(\.full) }]
    + fields.named("clock") + [
      Field("plan_laps", \.profile.plan.laps),
      Field("plan_limit_ns", \.profile.plan.limit),
      Field("plan_min_lap_ns", \.profile.plan.minimumLap),
    ] + fields.named("events") + [
      Field("course", \.profile.plan.course),
      Field("race") { $0.profile.plan.race?.text },
      Field("joined_race") { $0.profile.timingPoint?.race },
      Field("joined_point") { $0.profile.timingPoint?.point },
      Field("joined_priority") { $0.profile.timingPoint?.priority },
    ] + fields.named("read_only")
}

extension Plan: JSONObject {
  package var object: JSONFields {
    [
      "laps": laps, "limit_ns": limit, "min_lap_ns": minimumLap, "race": IfAny(race),
      "course": IfAny(course), "segments": IfAny(segments),
    ]
  }
}

extension Statistics? {
  /// The figures; null if there are no alike laps.
  fileprivate var object: JSONFields {
    [
      "best_lap": self?.bestLap, "best_ns": self?.best, "worst_ns": self?.worst,
      "mean_ns": self?.mean, "median_ns": self?.median, "stddev_ns": self?.standardDeviation,
    ]
  }
}

/// The texts of a session as of a moment.
extension Snapshot {
  /// The phase for people; that of a session without a clock of its own is `joined`.
  ///
  /// A race is finished once everybody has finished, also if its clock runs.
  package func phaseText(_ finish: FinishedRace?) -> String {
    if phase == .ready, summary.profile.timingPoint != nil { return "joined" }
    return finish == nil ? phase.rawValue : Phase.finished.rawValue
  }

  /// The running time as text; of a finished race, that of the last finish.
  package func timeText(_ finish: FinishedRace?, _ times: StopwatchLabel) -> String {
    finish?.time.map(times.text(of:)) ?? timeText(times)
  }

  /// Whether the start is in the future; the session may have been discarded.
  package var startsLater: Bool { displayedTime < .zero }

  /// The running time as text; before the start, the whole seconds to go.
  package func timeText(_ times: StopwatchLabel) -> String {
    times.clockText(of: displayedTime)
  }

  /// The running time as text for programs; before the start, the whole seconds to go with a minus.
  fileprivate func signedTimeText(_ times: StopwatchLabel) -> String {
    (startsLater ? "-" : "") + timeText(times)
  }

  /// The number of laps that count, as text.
  package var header: String { SplitList.header(count: summary.lapCount) }

  package func ageText(of moment: Moment) -> String { AgeLabel().text(of: at - moment) }
}

/// A session in full as of a moment: its snapshot, laps, timestamps and statistics.
package struct SessionDetails: JSONValue {
  package let report: SessionReport
  /// The laps in the order of their moments, including those that do not count.
  package private(set) var laps: [Lap]
  /// The timestamps in the order of their moments.
  package let timestamps: [Timestamp]
  /// The laps that count, in groups that are compared with one another.
  package private(set) var alike: AlikeLaps
  /// The comparison of an attempt at a course.
  package var against: AttemptComparison?
  /// The number of crossings that stand.
  package let crossings: Int
  /// The number of runners who are entered in a race.
  package let entries: Int

  /// `last` is the place of the snapshot if later crossings are left out.
  package init(
    _ session: Session, _ snapshot: Snapshot, through last: Duration? = nil, number: Int,
    uid: EventID, _ times: StopwatchLabel
  ) {
    laps = session.laps
    timestamps = session.timestamps
    alike = AlikeLaps(laps)
    crossings = session.crossingCount(through: last)
    entries = session.entryCount
    report = SessionReport(number, uid, snapshot, times, alike)
  }

  package var number: Int { report.number }
  package var snapshot: Snapshot { report.snapshot }

  package func write(to json: inout JSONWriter) {
    json.object {
      $0.fields(SessionReport.state, of: report)
      $0.field("laps", lapReports)
      $0.field("timestamps", timestamps.map(object))
      $0.fields(SessionReport.counts, of: report)
      if let against { $0.field("comparison", against.object(at: snapshot.displayedTime)) }
      $0.fields(SessionReport.rest, of: report)
    }
  }

  private func object(_ timestamp: Timestamp) -> JSONFields {
    [
      "label": timestamp.label, "at": timestamp.at, "running_time_ns": timestamp.runningTime,
      "age": snapshot.ageText(of: timestamp.at), "event": timestamp.event,
    ]
  }

  package var lapReports: [LapReport] {
    laps.map { LapReport($0, report.times, now: snapshot.at, segment: segment(of: $0)) }
  }

  /// The name of the segment that a lap completes; nil if it completes none.
  package func segment(of lap: Lap) -> String? {
    snapshot.summary.profile.plan.name(ofSegment: lap.segment)
  }

  /// Returns the running time, and the time since the last lap that counts, as texts; nil without
  /// laps, and if the running time is that of the last lap.
  package var openLap: (split: String, lap: String)? {
    let times = report.times
    let time = times.truncated(snapshot.displayedTime)
    guard let last = laps.last, time > times.truncated(last.split) else { return nil }
    let start = times.truncated(snapshot.summary.stopwatch.lastSplit)
    return (times.text(of: time), times.text(of: time - start))
  }

  /// The details with laps and statistics as people see them: everything shown adds up.
  package var shown: SessionDetails {
    var shown = self
    shown.laps = laps.map { $0.shown(report.times) }
    shown.alike = AlikeLaps(shown.laps)
    return shown
  }
}

/// The comparison of an attempt at a course with the past.
package struct AttemptComparison {
  /// The course with the track to compare with.
  package let course: CourseComparison
  package let other: Track
  package let own: Track

  /// Creates the comparison of an attempt as far as it is recorded; nil if there is nothing to
  /// compare with.
  package init?(_ laps: [Lap], _ course: CourseComparison?) {
    guard let course, let other = course.other else { return nil }
    self.course = course
    self.other = other
    own = Track(laps, session: nil, name: "", count: course.names.count)
  }

  package func difference(of lap: Lap) -> Difference? {
    lap.segment.flatMap { course.difference(atPassage: $0 - 1, of: own) }
  }

  /// The text of a difference: with its sign, and `*` for a best segment.
  ///
  /// It is computed from times as people see them, so that what is shown adds up.
  package func text(of lap: Lap, _ times: StopwatchLabel) -> String {
    guard let segment = lap.segment, let difference = difference(of: lap),
      let split = other.splits[segment - 1]
    else { return "" }
    let shown = times.truncated(lap.split) - times.truncated(split)
    return times.text(ofDifference: shown) + (difference.tone == .bestSegment ? "*" : "")
  }

  fileprivate func object(at time: Duration) -> JSONFields {
    [
      "name": other.name, "session": other.session, "split_ns": other.splits,
      "difference_ns": own.splits.indices.map {
        course.difference(atPassage: $0, of: own)?.time
      },
      "sum_of_best_ns": course.sumOfBest, "best_possible_ns": course.bestPossible(own, at: time),
    ]
  }
}

extension Logbook {
  /// The point and its race: `finish of Crit`; harmless.
  package func text(of point: TimingPoint) throws -> String {
    "\(Harmless.text(point.point)) of \(try name(ofRace: point.race))"
  }

  /// The name of a race, its number, or its uid if this log does not have it; harmless.
  package func name(ofRace race: EventID) throws -> String {
    guard let number = try number(ofSession: race) else { return "race \(race)" }
    return try entry(number)?.summary.profile.name.map(Harmless.text) ?? "session \(number)"
  }
}
