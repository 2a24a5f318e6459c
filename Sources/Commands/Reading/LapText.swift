import Text
import Timing

/// A lap as text.
extension Lap {
  /// The lap in the user's words: `lap 3, 00:12.3`.
  func words(_ times: StopwatchLabel) -> String {
    number.map { "lap \($0), \(times.text(of: split))" } ?? "the lap at \(times.text(of: split))"
  }

  /// The entry of the split list: `1) 00:12.3`, or `-) 00:12.3` for a lap that does not count.
  func entry(_ times: StopwatchLabel) -> String {
    guard let number else { return "-) \(times.text(of: split))" }
    return SplitList.entry(number: number, split: split, label: times)
  }

  /// The lap in one line, in the format of the split list.
  ///
  /// - Parameters:
  ///   - times: the format of times.
  ///   - segment: the name of the segment that it completes.
  /// - Returns: the line, harmless.
  func line(_ times: StopwatchLabel, segment: String?) -> String {
    let label = note(segment: segment).map { "  " + $0 } ?? ""
    let reason = number == nil ? "  (\(flags.names.first ?? "not counted"))" : ""
    return "\(entry(times))  lap \(times.text(of: shown(times).lap))\(label)\(reason)"
  }

  /// The segment and the label, if they differ, harmless; nil if there is neither.
  func note(segment: String?) -> String? {
    let parts = [segment, label == segment ? nil : label].compactMap { $0.map(Harmless.text) }
    return parts.isEmpty ? nil : parts.joined(separator: "  ")
  }
}

extension Lap {
  /// Writes the fields of a lap; without `now`, all but its age.
  ///
  /// - Parameters:
  ///   - json: the object to write to.
  ///   - now: the present, from which the age counts.
  ///   - times: the format of times.
  ///   - name: the name of the segment that it completes; without one, neither number nor name of
  ///     the segment is written.
  func write(
    to json: inout JSONWriter, now: Moment? = nil, label times: StopwatchLabel = StopwatchLabel(),
    segment name: String? = nil
  ) {
    json.field("number", number)
    json.field("split_ns", split)
    json.field("lap_ns", lap)
    json.field("split", times.text(of: split))
    json.field("lap", times.text(of: shown(times).lap))
    json.field("label", label)
    if let segment, let name {
      json.field("segment", segment)
      json.field("segment_name", name)
    }
    json.field("at", at)
    if let now { json.field("age", AgeLabel().text(of: now - at)) }
    json.field("event", event)
    json.field("flags", flags.names)
  }
}
