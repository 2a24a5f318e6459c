package import Text
import Timing

extension StandingsReport {
  /// The fields of a runner.
  var fields: [Field<Standings.Row>] {
    [
      Field("position", \.position),
      Field("bib", \.bib),
      Field("name", \.name),
      Field("team", \.team),
      Field("category", \.category),
      Field("wave", \.wave),
      Field("status") { $0.status.rawValue },
      // With laps, 'laps' is the list of them.
      Field(hasLaps ? "lap_count" : "laps", \.laps),
      Field("time_ns", \.time),
      Field("time") { [times] in $0.time.map(times.text(of:)) },
      Field("gap_ns", \.gap),
      Field("gap_laps", \.gapLaps),
      Field("interval_ns", \.interval),
      Field("last_ns", \.last),
      Field("best_ns", \.best),
      Field("penalty_ns", \.penaltyTime),
      Field("penalty_laps", \.penaltyLaps),
      Field("flags") { FlagNames($0.flags.names) },
      Field("event_id", \.event),
      Field(ifAny: "doubt_ns") { $0.flags.isOfOtherClock ? .some($0.doubt) : nil },
    ]
  }

  /// The fields of a runner that identify the runner in rows on something else.
  var identifyingFields: ArraySlice<Field<Standings.Row>> { fields.prefix(7) }
}

extension Standings.Passage: ListedFields {
  package static let fields: [Field<Self>] = [
    Field("number") { $0.number > 0 ? $0.number : nil },
    Field("split_ns", \.split),
    // A passage that does not count has no lap time.
    Field("lap_ns") { $0.number > 0 || $0.lap > .zero ? $0.lap : nil },
    Field("point", \.point),
    Field("event_id", \.event),
    Field("flags") { FlagNames($0.flags.names) },
    Field(ifAny: "doubt_ns") { $0.flags.isOfOtherClock ? .some($0.doubt) : nil },
  ]
}

extension Standings.Unknown: JSONObject {
  package var object: JSONFields {
    [bib == nil ? "chip" : "bib": bib ?? chip, "crossings": crossings]
  }
}
