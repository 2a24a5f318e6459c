import Racing
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
    startsLater ? CountdownLabel().text(of: displayedTime) : times.text(of: displayedTime)
  }

  /// The running time as text for programs; before the start, the whole seconds to go with a minus.
  fileprivate func signedTimeText(_ times: StopwatchLabel) -> String {
    (startsLater ? "-" : "") + timeText(times)
  }

  /// The number of laps that count, as text.
  package var header: String { SplitList.header(count: summary.lapCount) }

  package func ageText(of moment: Moment) -> String { AgeLabel().text(of: at - moment) }
}
