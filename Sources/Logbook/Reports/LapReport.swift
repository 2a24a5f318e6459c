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

extension Lap {
  /// The lap in the user's words: `lap 3, 00:12.3`.
  package func words(_ times: StopwatchLabel) -> String {
    number.map { "lap \($0), \(times.text(of: split))" } ?? "the lap at \(times.text(of: split))"
  }

  /// The entry of the split list: `1) 00:12.3`, or `-) 00:12.3` for a lap that does not count.
  package func entry(_ times: StopwatchLabel) -> String {
    guard let number else { return "-) \(times.text(of: split))" }
    return SplitList.entry(number: number, split: split, label: times)
  }

  /// The lap in one line, in the format of the split list, with the segment that it completes;
  /// harmless.
  package func line(_ times: StopwatchLabel, segment: String?) -> String {
    let label = note(segment: segment).map { "  " + $0 } ?? ""
    let reason = number == nil ? "  (\(flags.names.first ?? "not counted"))" : ""
    return "\(entry(times))  lap \(times.text(of: shown(times).lap))\(label)\(reason)"
  }

  /// The segment and the label, if they differ, harmless; nil if there is neither.
  package func note(segment: String?) -> String? {
    let parts = [segment, label == segment ? nil : label].compactMap { $0.map(Harmless.text) }
    return parts.isEmpty ? nil : parts.joined(separator: "  ")
  }
}
