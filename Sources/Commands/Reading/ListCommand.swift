import Arguments
import EventLog
import Logbook
import SQLite
import Text
import Timing

enum ListCommand: RunnableCommand {
  static let all = Flag(
    "all", help: "Include discarded sessions; no limit unless --limit is given.")
  static let limit = Option(
    "limit", .number("n", in: 1...Int.max), help: "The maximum number of sessions.",
    defaultText: "\(usualLimit)")
  static let usualLimit = 20
  static let since = Option(
    "since", .when, help: "Only sessions that started at this time or later.")
  static let tags = Option(
    repeating: "tag", .label("tag", completion: .tags),
    help: "Only sessions with this tag; repeated, with all tags.")
  static let phase = Option("phase", .choice(Phase.self), help: "Only sessions in this phase.")

  static let declaration = Subcommand(
    "list", abstract: "List sessions, newest first.",
    examples: [
      Example("List the newest sessions", "laptimer list"),
      Example(
        "List this year's finished sessions",
        "laptimer list --since '2026-01-01 00:00' --phase finished"),
      Example("Export the list as CSV", "laptimer list --all --format csv"),
    ],
    [all, limit, since, tags, phase, Options.format, Options.defuse, Options.precision])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    let values = context.values
    let most = values[limit] ?? (values[all] ? .max : usualLimit)
    // Read one session more than is listed, to note that there are more.
    let notesMore =
      values[limit] == nil && !values[all] && context.tableFormat == .table
      && context.isOnTerminal
    let filter = SessionFilter(
      tags: values[tags], phase: values[phase], since: try context.moment(since),
      includesDiscarded: values[all], limit: notesMore ? most + 1 : most)
    var listed = 0
    var list = SessionList(context.tableFormat, context.times, context.rows())
    try list.begin(to: &context.output.bytes)
    try log.forEachSession(matching: filter, at: now) { entry in
      listed += 1
      if listed > most { return }
      let statistics = list.isJSON ? try log.statistics(of: entry) : nil
      list.append(
        entry, entry.summary.snapshot(at: now), statistics, to: &context.output.bytes)
      try context.output.drain()
    }
    list.end(to: &context.output.bytes)
    if listed > most {
      try context.output.flush()
      context.note("Listed the newest \(most) sessions; '--limit <n>' lists more.")
    }
  }
}

/// Sessions as rows, in any format.
struct SessionList {
  let format: TableFormat
  let times: StopwatchLabel
  private var rows: any RowFormat
  private var isEmpty = true

  init(_ format: TableFormat, _ times: StopwatchLabel, _ rows: any RowFormat) {
    self.format = format
    self.times = times
    self.rows = rows
  }

  /// Whether sessions are JSON objects, which contain more than rows.
  var isJSON: Bool { format == .json || format == .ndjson }

  /// Writes the beginning.
  mutating func begin(to output: inout [UInt8]) throws(RowFormatError) {
    switch format {
    case .json: output.append("[")
    case .ndjson: break
    case .table, .markdown:
      try rows.begin(
        [
          Column("session", .right), Column("name", .left), Column("phase", .left),
          Column("started", .right), Column("time", .right), Column("laps", .right),
          Column("best", .right), Column("tags", .left), Column("people", .left),
        ], to: &output)
    case .csv, .tsv:
      let names = [
        "session", "uid", "name", "phase", "started_at", "running_time_ns", "running_time",
        "lap_count", "best_ns", "tags", "people", "clock", "plan_laps", "plan_limit_ns",
        "plan_min_lap_ns", "events",
      ]
      try rows.begin(names.map { Column($0) }, to: &output)
    }
  }

  /// Appends a session.
  mutating func append(
    _ entry: SessionEntry, _ snapshot: Snapshot, _ statistics: Statistics?,
    to output: inout [UInt8]
  ) {
    switch format {
    case .json, .ndjson:
      if format == .json, !isEmpty { output.append(",\n") }
      var json = JSONWriter()
      json.object { json in
        snapshot.write(to: &json, of: entry.number, entry.uid, times)
        json.field("lap_count", snapshot.summary.lapCount)
        json.field("best_ns", snapshot.summary.best)
        json.object("statistics") { statistics.write(to: &$0) }
        json.field("events", snapshot.summary.version)
      }
      output += json.bytes
      if format == .ndjson { output.append("\n") }
    case .table, .markdown: appendCells(entry, snapshot, to: &output)
    case .csv, .tsv: appendFields(entry, snapshot, to: &output)
    }
    isEmpty = false
  }

  /// Writes the end; a table without sessions is empty.
  mutating func end(to output: inout [UInt8]) {
    switch format {
    case .json: output.append("]\n")
    case .table where isEmpty: break
    case .table, .markdown, .csv, .tsv, .ndjson: rows.end(to: &output)
    }
  }

  private mutating func appendCells(
    _ entry: SessionEntry, _ snapshot: Snapshot, to output: inout [UInt8]
  ) {
    let summary = snapshot.summary
    rows.integer(entry.number, to: &output)
    rows.text(summary.profile.name, to: &output)
    rows.text(snapshot.phase.rawValue, to: &output)
    let started = snapshot.startsLater ? nil : summary.startedAt
    rows.text(started.map(snapshot.ageText(of:)), to: &output)
    rows.text(snapshot.timeText(times), to: &output)
    rows.integer(summary.lapCount, to: &output)
    rows.text(summary.best.map(times.text(of:)), to: &output)
    rows.text(summary.profile.tags.joined(separator: ", "), to: &output)
    rows.text(summary.profile.people.map(\.full).joined(separator: ", "), to: &output)
    rows.endRow(to: &output)
  }

  private mutating func appendFields(
    _ entry: SessionEntry, _ snapshot: Snapshot, to output: inout [UInt8]
  ) {
    let summary = snapshot.summary
    let plan = summary.profile.plan
    rows.integer(entry.number, to: &output)
    rows.text(entry.uid.description, to: &output)
    rows.text(summary.profile.name, to: &output)
    rows.text(snapshot.phase.rawValue, to: &output)
    rows.text(summary.startedAt?.rfc3339, to: &output)
    rows.integer(snapshot.displayedTime.nanoseconds, to: &output)
    rows.text(snapshot.timeText(times), to: &output)
    rows.integer(summary.lapCount, to: &output)
    rows.integer((summary.best?.nanoseconds).map { Int($0) }, to: &output)
    rows.text(summary.profile.tags.storedJSON, to: &output)
    rows.text(summary.profile.people.map(\.full).storedJSON, to: &output)
    rows.text(snapshot.quality.rawValue, to: &output)
    rows.integer(plan.laps, to: &output)
    rows.integer((plan.limit?.nanoseconds).map { Int($0) }, to: &output)
    rows.integer((plan.minimumLap?.nanoseconds).map { Int($0) }, to: &output)
    rows.integer(summary.version, to: &output)
    rows.endRow(to: &output)
  }
}
