public import Text
import Timing

/// The results of a race and the facts of its session, for output.
public struct StandingsReport: Sendable {
  /// The number of the session.
  public var session: Int
  /// The id of the session.
  public var uid: EventID
  /// The name of the session.
  public var name: String?
  /// The local date and time of the start, for people; nil to omit it.
  package var start: String?
  /// The position of the last event that is known.
  public var position: Int
  /// The results.
  public var standings: Standings
  /// Whether all laps are included.
  public var hasLaps: Bool
  /// Whether a table of the points replaces that of the times.
  public var hasPoints = false
  /// The contradictions; nil: they are left out.
  public var contradictions: [Contradiction]?
  /// The rulings by the bibs of their runners; nil: they are left out.
  package var rulings: [String: [PlaceExplanation.Ruling]]?
  /// The command that starts a wave, as it is typed after the program's name.
  public var gunCommand: @Sendable (String) -> String = { "wave \($0)" }
  /// The label of times.
  public var times: StopwatchLabel

  /// Creates a report.
  public init(
    session: Int, uid: EventID, name: String?, position: Int, standings: Standings,
    hasLaps: Bool = false, times: StopwatchLabel = StopwatchLabel()
  ) {
    self.session = session
    self.uid = uid
    self.name = name
    self.position = position
    self.standings = standings
    self.hasLaps = hasLaps
    self.times = times
  }

  package func write<Failure>(
    to json: inout JSONWriter, draining drain: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try json.object { json throws(Failure) in
      json.field("session", session)
      json.field("uid", uid)
      json.field("name", name)
      json.field("phase", standings.phase.rawValue)
      json.field("format", standings.format.text)
      json.object("as_of") {
        $0.field("position", position)
        $0.field("running_time_ns", standings.runningTime)
      }
      json.field("provisional", standings.phase.isProvisional)
      if standings.waves.count > 1 {
        try json.array("waves") { list throws(Failure) in
          for wave in standings.waves {
            try list.object { json throws(Failure) in
              json.field("wave", wave.name)
              try json.array("standings") { list throws(Failure) in
                try writeObjects(wave.rows, to: &list, draining: drain)
              }
            }
          }
        }
      } else {
        try json.array("standings") { list throws(Failure) in
          try writeObjects(standings.waves.first?.rows ?? [], to: &list, draining: drain)
        }
      }
      json.field("unknown", standings.unknown)
      if let contradictions { json.field("contradictions", contradictions) }
    }
  }

  /// Writes an object for each runner.
  func writeObjects<Failure>(
    _ rows: [Standings.Row], to json: inout JSONWriter,
    draining drain: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let fields = fields
    for row in rows {
      json.object { json in
        json.fields(fields, of: row)
        if let rulings { json.field("rulings", rulings[row.bib] ?? []) }
        if hasLaps { json.field("laps", row.allPassages) }
      }
      try drain(&json)
    }
  }

  /// Writes a row for each runner, with the fields of JSON, and the reasons of rulings in one
  /// field; with laps, a row for each lap.
  ///
  /// A runner without laps has one row.
  package func write(
    to rows: inout some RowFormat, _ output: inout [UInt8],
    draining drain: (inout [UInt8]) throws -> Void = { _ in }
  ) throws {
    let besideLaps = ["time_ns", "penalty_ns", "penalty_laps"]
    let fields =
      hasLaps
      ? identifyingFields + self.fields.filter { besideLaps.contains($0.name) } : self.fields[...]
    let lapFields = hasLaps ? Standings.Passage.fields : []
    let columns = fields.map(\.column) + lapFields.map(\.column)
    try rows.begin(columns + (rulings == nil ? [] : [Column("reasons")]), to: &output)
    for row in standings.waves.lazy.flatMap(\.rows) {
      let reasons = rulings?[row.bib]?.reasons ?? []
      let laps: [Standings.Passage?] = hasLaps ? row.allPassages : []
      for lap in laps.isEmpty ? [nil] : laps {
        for field in fields { rows.cell(field.cell(row), to: &output) }
        for field in lapFields { rows.cell(lap.map(field.cell) ?? .null, to: &output) }
        if rulings != nil {
          rows.text(reasons.isEmpty ? nil : reasons.joined(separator: "; "), to: &output)
        }
        rows.endRow(to: &output)
      }
      try drain(&output)
    }
    rows.end(to: &output)
  }

  /// The crossings of a runner at a point.
  private struct PointTime {
    var row: Standings.Row
    var point: String
    var shown: Standings.Passage
    var crossings: Int
  }

  /// Writes a row for each runner and point with a crossing of the runner.
  func writePoints(to rows: inout some RowFormat, _ output: inout [UInt8]) throws(RowFormatError) {
    let passage = Standings.Passage.fields
    var fields: [Field<PointTime>] = identifyingFields.of(\.row)
    fields += [Field("point", \.point)] + passage.named("split_ns").of(\.shown)
    fields += [Field("crossings", \.crossings)]
    fields += passage.named("event_id", "doubt_ns").of(\.shown)
    try rows.begin(fields.map(\.column), to: &output)
    for wave in standings.waves {
      let points = wave.points
      for row in wave.rows {
        for point in points {
          guard let (shown, count) = wave.crossing(of: row, at: point) else { continue }
          rows.row(
            fields, of: PointTime(row: row, point: point, shown: shown, crossings: count),
            to: &output)
        }
      }
    }
    rows.end(to: &output)
  }
}

extension Standings.Wave {
  /// Whether any of its runners crossed.
  var hasPassages: Bool { rows.contains(where: \.hasPassages) }
}

extension Standings.Row {
  /// Whether there is any passage, also one that does not count.
  var hasPassages: Bool { !passages.isEmpty || !others.isEmpty }

  /// All passages in the order of their times, also those that do not count.
  var allPassages: [Standings.Passage] {
    guard !others.isEmpty else { return passages }
    let all = passages + others
    return all.indices.sorted { (all[$0].split, $0) < (all[$1].split, $1) }.map { all[$0] }
  }
}

extension StandingsReport {
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
