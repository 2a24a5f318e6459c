import Text
import Timing

/// A field of a record, in JSON and in CSV.
struct Field<Record> {
  let name: String
  /// The name in JSON.
  let key: JSONWriter.Key
  let value: (Record) -> FieldValue

  init(_ name: String, _ value: @escaping (Record) -> FieldValue) {
    self.name = name
    key = JSONWriter.Key(name)
    self.value = value
  }
}

enum FieldValue: JSONValue {
  case number(Int?)
  case span(Duration?)
  case text(String?)
  case id(EventID?)
  /// An array of names in JSON, else the names separated by spaces; null for none.
  case flags(RaceFlags)

  func write(to json: inout JSONWriter) {
    switch self {
    case .number(let number): number.write(to: &json)
    case .span(let span): span.write(to: &json)
    case .text(let text): text.write(to: &json)
    case .id(let id): id.write(to: &json)
    case .flags(let flags): flags.names.write(to: &json)
    }
  }

  func write(to rows: inout some RowFormat, _ output: inout [UInt8]) {
    switch self {
    case .number(let number): rows.integer(number, to: &output)
    case .span(let span): rows.integer(span.map { Int($0.nanoseconds) }, to: &output)
    case .text(let text): rows.text(text, to: &output)
    case .id(let id): rows.text(id?.description, to: &output)
    case .flags(let flags):
      rows.text(flags.isEmpty ? nil : flags.names.joined(separator: " "), to: &output)
    }
  }
}

extension StandingsReport {
  /// The fields of a runner.
  var fields: [Field<Standings.Row>] {
    [
      Field("position") { .number($0.position) },
      Field("bib") { .text($0.bib) },
      Field("name") { .text($0.name) },
      Field("team") { .text($0.team) },
      Field("category") { .text($0.category) },
      Field("wave") { .text($0.wave) },
      Field("status") { .text($0.status.rawValue) },
      // With laps, 'laps' is the list of them.
      Field(hasLaps ? "lap_count" : "laps") { .number($0.laps) },
      Field("time_ns") { .span($0.time) },
      Field("time") { .text($0.time.map(times.text(of:))) },
      Field("gap_ns") { .span($0.gap) },
      Field("gap_laps") { .number($0.gapLaps) },
      Field("interval_ns") { .span($0.interval) },
      Field("last_ns") { .span($0.last) },
      Field("best_ns") { .span($0.best) },
      Field("penalty_ns") { .span($0.penaltyTime) },
      Field("penalty_laps") { .number($0.penaltyLaps) },
      Field("flags") { .flags($0.flags) },
      Field("event_id") { .id($0.event) },
    ]
  }

  /// The fields of a runner that identify the runner in rows on something else.
  var identifyingFields: ArraySlice<Field<Standings.Row>> { fields.prefix(7) }

  /// The fields of a passage.
  static var passageFields: [Field<Standings.Passage>] {
    [
      Field("number") { .number($0.number > 0 ? $0.number : nil) },
      Field("split_ns") { .span($0.split) },
      // A passage that does not count has no lap time.
      Field("lap_ns") { .span($0.number > 0 || $0.lap > .zero ? $0.lap : nil) },
      Field("point") { .text($0.point) },
      Field("event_id") { .id($0.event) },
      Field("flags") { .flags($0.flags) },
    ]
  }
}
