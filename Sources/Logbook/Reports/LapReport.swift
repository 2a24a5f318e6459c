package import Text
package import Timing

/// A lap, for output.
package struct LapReport: ListedFields {
  package var lap: Lap
  package var times: StopwatchLabel
  /// The moment from which its age counts; nil to omit it.
  package var now: Moment?
  /// The name of the segment that it completes; nil for a lap that completes none.
  package var segment: String?

  package init(_ lap: Lap, _ times: StopwatchLabel, now: Moment? = nil, segment: String? = nil) {
    self.lap = lap
    self.times = times
    self.now = now
    self.segment = segment
  }

  package static let fields: [Field<Self>] = [
    Field("number", \.lap.number), Field("split_ns", \.lap.split), Field("lap_ns", \.lap.lap),
    Field("split") { $0.times.text(of: $0.lap.split) },
    Field("lap") { $0.times.text(of: $0.lap.shown($0.times).lap) },
    Field("label", \.lap.label),
    Field(ifAny: "segment") { $0.segment == nil ? nil : $0.lap.segment },
    Field(ifAny: "segment_name") { $0.lap.segment == nil ? nil : $0.segment },
    Field("at", \.lap.at),
    Field(ifAny: "age") { report in report.now.map { AgeLabel().text(of: $0 - report.lap.at) } },
    Field("event", \.lap.event),
    Field("flags") { FlagNames($0.lap.flags.names) },
  ]

  /// The fields of a row, the exact times also in seconds.
  package static let rowFields: [Field<Self>] =
    fields.named("number", "split_ns", "lap_ns") + [
      Field("split_s", \.lap.split.decimalSeconds), Field("lap_s", \.lap.lap.decimalSeconds),
    ]
    + fields.named(
      "split", "lap", "label", "at", "age", "event", "flags", "segment", "segment_name")
}
