import Text
import Timing

/// A field of a result, in JSON and in CSV.
enum StandingsField: String, CaseIterable {
  case position, bib, name, team, category, wave, status, laps
  case timeNanoseconds = "time_ns"
  case time
  case gapNanoseconds = "gap_ns"
  case gapLaps = "gap_laps"
  case intervalNanoseconds = "interval_ns"
  case lastNanoseconds = "last_ns"
  case bestNanoseconds = "best_ns"
  case penaltyNanoseconds = "penalty_ns"
  case penaltyLaps = "penalty_laps"
  case flags
  case eventID = "event_id"

  /// The fields of a runner beside those of each lap.
  static let ofRunner: [Self] = [
    .position, .bib, .name, .team, .category, .wave, .status, .timeNanoseconds,
    .penaltyNanoseconds, .penaltyLaps,
  ]

  func value(of row: Standings.Row, _ times: StopwatchLabel) -> FieldValue {
    switch self {
    case .position: FieldValue(row.position)
    case .bib: .text(row.bib)
    case .name: FieldValue(row.name)
    case .team: FieldValue(row.team)
    case .category: FieldValue(row.category)
    case .wave: FieldValue(row.wave)
    case .status: .text(row.status.rawValue)
    case .laps: FieldValue(row.laps)
    case .timeNanoseconds: FieldValue(row.time)
    case .time: FieldValue(row.time.map(times.text(of:)))
    case .gapNanoseconds: FieldValue(row.gap)
    case .gapLaps: FieldValue(row.gapLaps)
    case .intervalNanoseconds: FieldValue(row.interval)
    case .lastNanoseconds: FieldValue(row.last)
    case .bestNanoseconds: FieldValue(row.best)
    case .penaltyNanoseconds: FieldValue(row.penaltyTime)
    case .penaltyLaps: FieldValue(row.penaltyLaps)
    case .flags: .flags(row.flags)
    case .eventID: row.event.map { .id($0) } ?? .null
    }
  }
}

/// A field of a passage, in JSON and in CSV.
enum PassageField: String, CaseIterable {
  case number
  case splitNanoseconds = "split_ns"
  case lapNanoseconds = "lap_ns"
  case point
  case eventID = "event_id"
  case flags

  /// The fields with their names in JSON.
  static let keys = allCases.map { ($0, JSONWriter.Key($0.rawValue)) }

  func value(of passage: Standings.Passage) -> FieldValue {
    switch self {
    case .number: FieldValue(passage.number > 0 ? passage.number : nil)
    case .splitNanoseconds: FieldValue(passage.split)
    // A passage that does not count has no lap time.
    case .lapNanoseconds:
      FieldValue(passage.number > 0 || passage.lap > .zero ? passage.lap : nil)
    case .point: FieldValue(passage.point)
    case .eventID: passage.event.map { .id($0) } ?? .null
    case .flags: .flags(passage.flags)
    }
  }
}

enum FieldValue: JSONValue {
  case null
  case integer(Int64)
  case text(String)
  case id(EventID)
  /// An array of names in JSON, else the names separated by spaces; null for none.
  case flags(RaceFlags)

  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  init(_ span: Duration?) { self = span.map { .integer($0.nanoseconds) } ?? .null }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  func write(to json: inout JSONWriter) {
    switch self {
    case .null: String?.none.write(to: &json)
    case .integer(let number): number.write(to: &json)
    case .text(let text): text.write(to: &json)
    case .id(let id): id.write(to: &json)
    case .flags(let flags): flags.names.write(to: &json)
    }
  }

  func write(to rows: inout some RowFormat, _ output: inout [UInt8]) {
    switch self {
    case .null: rows.null(to: &output)
    case .integer(let number): rows.integer(number, to: &output)
    case .text(let text): rows.text(text, to: &output)
    case .id(let id): rows.text(id.description, to: &output)
    case .flags(let flags):
      rows.text(flags.isEmpty ? nil : flags.names.joined(separator: " "), to: &output)
    }
  }
}
