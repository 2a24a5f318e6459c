import Arguments
import EventLog
import Host
import Logbook
import Racing
import SQLite
import Text
import Timing

enum ListCommand: RunnableCommand {
  static let all = Parameter.flag(
    "all", help: "Include discarded sessions; no limit unless --limit is given.")
  static let limit = Parameter.option(
    "limit", .number("n", in: 1...Int.max), help: "The maximum number of sessions.",
    defaultText: "\(usualLimit)")
  static let usualLimit = 20
  static let since = Parameter.option(
    "since", .bound,
    help: "Only sessions that started then or later: 2026-11-15, monday, 'last week', 7d.")
  static let until = Parameter.option(
    "until", .bound,
    help: "Only sessions that started then or earlier, up to the end of a day or week.")
  static let tags = Parameter.option(
    repeating: "tag", .label("tag", completion: .listed(.tags)),
    help: "Only sessions with this tag; repeated, with all tags.")
  static let course = Parameter.option(
    "course", .text("course", completion: .listed(.courses)), help: "Only attempts at this course.")
  static let phase = Parameter.option(
    "phase", .choice(Phase.self), help: "Only sessions in this phase.")

  static let declaration = Subcommand(
    "list", abstract: "List sessions, newest first.",
    discussion: """
      Shows number, name, phase, start, running time, number of laps, best lap, tags and people, the \
      kind if there are races or read-only sessions of other devices, the course if there are attempts \
      at one, the point and the race if a session times one, and in a wide terminal the age. The newest session is the one with the highest number: one whose start \
      was stated for an earlier day is listed where it was recorded. A race is finished as soon as \
      everybody has finished or has a status; --phase and the other formats go by its clock.

      The period of --since and --until is given by a day (2026-11-15, today, yesterday, monday, \
      'last monday') or by the week, month or year ('this week', 'last month'), which begin and end \
      at midnight, a span back from now (7d, 2w, 3h: to the second) or a time ('2026-11-15 10:00', \
      'yesterday 10:00', 10:00, now). 'monday' may be today, 'last monday' is earlier; a week begins \
      on Monday.
      """,
    examples: [
      Example("List the sessions of the last two weeks", "laptimer list --since 2w"),
      Example(
        "List the finished ones of a year",
        "laptimer list --since 2026-01-01 --until 2026-12-31 --phase finished"),
      Example("Export the list as CSV", "laptimer list --all --format csv"),
    ],
    [
      all, limit, since, until, tags, course, phase, Options.format, Options.defuse,
      Options.precision,
    ])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    context.opened = log
    let now = try log.reading(context.instant)
    let values = context.values
    let most = values[limit] ?? (values[all] ? .max : usualLimit)
    // Read one session more than is listed, to note that there are more.
    let notesMore =
      values[limit] == nil && !values[all] && context.tableFormat == .table
      && context.isOnTerminal
    let filter = SessionFilter(
      tags: values[tags], course: values[course], phase: values[phase],
      since: try context.bound(since, isEnd: false),
      until: try context.bound(until, isEnd: true), includesDiscarded: values[all],
      limit: notesMore ? most + 1 : most)
    var listed = 0
    var list = SessionList(
      context.tableFormat, context.times, LocalTime(clock: context.world.localClock()),
      hasAges: context.terminalWidth ?? 0 >= wideTerminal, context.rows())
    try list.begin(to: &context.output.bytes)
    try log.forEachSession(matching: filter, at: now) { entry in
      listed += 1
      if listed > most { return }
      let alike = list.isJSON ? try log.alikeLaps(of: entry) : nil
      let best = list.isForPeople ? try log.best(of: entry, shown: context.times) : nil
      let point =
        list.isForPeople ? try entry.summary.profile.timingPoint.map(log.text(of:)) : nil
      let finish =
        list.isForPeople ? try log.finishedRace(entry.number, entry.summary, at: now) : nil
      list.append(
        entry, entry.summary.snapshot(at: now), alike, isForeign: try log.isForeign(entry.number),
        best: best, point: point, finish: finish, to: &context.output.bytes)
      try context.output.drain()
    }
    list.end(to: &context.output.bytes)
    if listed == 0, list.isForPeople { context.note(try nothingFound(filter, in: log)) }
    if listed > most {
      try context.output.flush()
      context.note("Listed the newest \(most) sessions; '--limit <n>' lists more.")
    }
  }

  /// The columns of a terminal that has room for ages.
  private static let wideTerminal = 100

  /// Returns the reason why no session is listed.
  static func nothingFound(_ filter: SessionFilter, in log: Logbook) throws -> String {
    let known = try log.tags(beginning: "", limit: 10_000)
    if let unknown = filter.tags.first(where: { !known.contains($0) }) {
      let guess = Spelling.nearest(to: unknown, among: known)
      return "No sessions are tagged '\(unknown.echoed)'."
        + (guess.map { " Did you mean '\($0.echoed)'?" } ?? "")
    }
    if try log.newestSession == 0 { return "There is no session yet." }
    if let course = filter.course, try log.newestAttempt(ofCourse: course) == nil {
      let guess = try log.course(similarTo: course)
      return "No session has the course '\(course.echoed)'."
        + (guess.map { " Did you mean '\($0.echoed)'?" } ?? "")
    }
    let isFiltered =
      filter.phase != nil || filter.since != nil || filter.until != nil || !filter.tags.isEmpty
      || filter.course != nil
    return isFiltered
      ? "No session matches." : "All sessions are discarded: 'laptimer list --all' lists them."
  }
}

/// Sessions as rows, in any format.
struct SessionList {
  let format: TableFormat
  let times: StopwatchLabel
  let localTime: LocalTime
  let hasAges: Bool
  private var rows: any RowFormat
  private var isEmpty = true

  init(
    _ format: TableFormat, _ times: StopwatchLabel, _ localTime: LocalTime, hasAges: Bool,
    _ rows: any RowFormat
  ) {
    self.format = format
    self.times = times
    self.localTime = localTime
    self.hasAges = hasAges
    self.rows = rows
  }

  /// Whether the format is read by people, so that everything shown adds up.
  var isForPeople: Bool { format == .table || format == .markdown }

  /// Whether sessions are JSON objects, which contain more than rows.
  var isJSON: Bool { format == .json || format == .ndjson }

  mutating func begin(to output: inout [UInt8]) throws(RowFormatError) {
    switch format {
    case .json: output.append("[")
    case .ndjson: break
    case .table, .markdown:
      let start = [
        Column("session", .right), Column("name", .left, isElastic: true), Column("phase", .left),
        Column("started", .left),
      ]
      let ages = hasAges ? [Column("age", .right)] : []
      let rest = [
        Column("time", .right), Column("laps", .right), Column("best", .right),
        Column("kind", .left, isOptional: true), Column("course", .left, isOptional: true),
        Column("point", .left, isOptional: true),
        Column("tags", .left), Column("people", .left),
      ]
      try rows.begin(start + ages + rest, to: &output)
    case .csv, .tsv:
      let names = [
        "session", "uid", "name", "phase", "started_at", "running_time_ns", "running_time",
        "lap_count", "best_ns", "tags", "people", "clock", "plan_laps", "plan_limit_ns",
        "plan_min_lap_ns", "events", "course", "race", "joined_race", "joined_point",
        "joined_priority", "read_only",
      ]
      try rows.begin(names.map { Column($0) }, to: &output)
    }
  }

  /// Appends a session; `alike` is for JSON.
  ///
  /// The shortest lap time as it is shown, the point, and the finish, nil for an unfinished race,
  /// are for people.
  mutating func append(
    _ entry: SessionEntry, _ snapshot: Snapshot, _ alike: AlikeLaps?, isForeign: Bool,
    best: Duration?, point: String?, finish: FinishedRace?, to output: inout [UInt8]
  ) {
    switch format {
    case .json, .ndjson:
      if format == .json, !isEmpty { output.append(",\n") }
      var json = JSONWriter()
      json.object { json in
        snapshot.write(to: &json, of: entry.number, entry.uid, times)
        json.field("lap_count", snapshot.summary.lapCount)
        json.field("best_ns", snapshot.summary.best)
        alike?.write(to: &json)
        json.field("events", snapshot.summary.version)
        if isForeign { json.field("read_only", true) }
      }
      output += json.bytes
      if format == .ndjson { output.append("\n") }
    case .table, .markdown:
      appendCells(entry, snapshot, isForeign, best, point, finish, to: &output)
    case .csv, .tsv: appendFields(entry, snapshot, isForeign, to: &output)
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
    _ entry: SessionEntry, _ snapshot: Snapshot, _ isForeign: Bool, _ best: Duration?,
    _ point: String?, _ finish: FinishedRace?, to output: inout [UInt8]
  ) {
    let summary = snapshot.summary
    rows.integer(entry.number, to: &output)
    rows.text(summary.profile.name, to: &output)
    rows.text(snapshot.phaseText(finish), to: &output)
    rows.text(summary.startedAt.map { localTime.minute(of: $0) }, to: &output)
    if hasAges {
      let started = snapshot.startsLater ? nil : summary.startedAt
      rows.text(started.map(snapshot.ageText(of:)), to: &output)
    }
    rows.text(snapshot.timeText(finish, times), to: &output)
    rows.integer(summary.lapCount, to: &output)
    rows.text(best.map(times.text(of:)), to: &output)
    let race = summary.profile.plan.race == nil ? nil : "race"
    let kind = [race, isForeign ? "read-only" : nil].compactMap(\.self).joined(separator: ", ")
    rows.text(kind.isEmpty ? nil : kind, to: &output)
    rows.text(summary.profile.plan.course, to: &output)
    rows.text(point, to: &output)
    rows.text(summary.profile.tags.joined(separator: ", "), to: &output)
    rows.text(summary.profile.people.map(\.full).joined(separator: ", "), to: &output)
    rows.endRow(to: &output)
  }

  private mutating func appendFields(
    _ entry: SessionEntry, _ snapshot: Snapshot, _ isForeign: Bool, to output: inout [UInt8]
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
    rows.text(plan.course, to: &output)
    rows.text(plan.race?.text, to: &output)
    let point = summary.profile.timingPoint
    rows.text(point?.race.description, to: &output)
    rows.text(point?.point, to: &output)
    rows.integer(point?.priority, to: &output)
    rows.text(isForeign ? "true" : nil, to: &output)
    rows.endRow(to: &output)
  }
}
