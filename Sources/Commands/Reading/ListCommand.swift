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
    let format = context.tableFormat
    let listed: Int
    if format.isForPeople {
      let row = ListedSession.fields(
        context.times, context.localTime,
        hasAges: context.terminalWidth ?? 0 >= wideTerminal)
      listed = try list(filter, at: now, atMost: most, in: log, row, context) { report, entry in
        ListedSession(
          report: report, best: try log.best(of: entry, shown: context.times),
          point: try entry.summary.profile.timingPoint.map(log.text(of:)),
          finish: try log.finishedRace(entry.number, entry.summary, at: now))
      }
    } else {
      let fields = format.isJSON ? SessionReport.fields : SessionReport.rowFields
      listed = try list(filter, at: now, atMost: most, in: log, fields, context) { report, _ in
        report
      }
    }
    if listed == 0, format.isForPeople { context.note(try nothingFound(filter, in: log)) }
    if listed > most {
      try context.output.flush()
      context.note("Listed the newest \(most) sessions; '--limit <n>' lists more.")
    }
  }

  /// Lists sessions, and returns how many match the filter.
  private static func list<Record>(
    _ filter: SessionFilter, at now: Reading, atMost most: Int, in log: Logbook,
    _ fields: [Field<Record>], _ context: Context,
    _ record: (SessionReport, SessionEntry) throws -> Record
  ) throws -> Int {
    var listed = 0
    var list = RecordList(context.tableFormat, context.rows(), fields)
    try list.begin(to: &context.output.bytes)
    try log.forEachSession(matching: filter, at: now) { entry in
      listed += 1
      if listed > most { return }
      let report = try log.report(
        of: entry, at: now, context.times, comparesLaps: context.tableFormat.isJSON)
      list.append(try record(report, entry), to: &context.output.bytes)
      try context.output.drain()
    }
    list.end(to: &context.output.bytes)
    return listed
  }

  /// The columns of a terminal that has room for ages.
  private static let wideTerminal = 100

  /// Returns the reason why no session is listed.
  static func nothingFound(_ filter: SessionFilter, in log: Logbook) throws -> Message {
    let known = try log.tags(beginning: "", limit: 10_000)
    if let unknown = filter.tags.first(where: { !known.contains($0) }) {
      let guess = Spelling.nearest(to: unknown, among: known)
      return "No sessions are tagged \(quoted: unknown).\(guess.question)"
    }
    if try log.newestSession == 0 { return "There is no session yet." }
    if let course = filter.course, try log.newestAttempt(ofCourse: course) == nil {
      return """
        No session has the course \(quoted: course).\(try log.course(similarTo: course).question)
        """
    }
    let isFiltered =
      filter.phase != nil || filter.since != nil || filter.until != nil || !filter.tags.isEmpty
      || filter.course != nil
    return isFiltered
      ? "No session matches." : "All sessions are discarded: \(command: "list --all") lists them."
  }
}

/// A session in a table for people.
private struct ListedSession {
  let report: SessionReport
  /// The shortest lap time as it is shown.
  let best: Duration?
  /// The point and the race if the session times one.
  let point: String?
  /// The finish of a race; nil for an unfinished one.
  let finish: FinishedRace?

  private var snapshot: Snapshot { report.snapshot }
  private var profile: Profile { report.snapshot.summary.profile }

  private var kind: String? {
    let race = profile.plan.race == nil ? nil : "race"
    let kind = [race, report.isForeign ? "read-only" : nil].compactMap(\.self)
    return kind.isEmpty ? nil : kind.joined(separator: ", ")
  }

  static func fields(
    _ times: StopwatchLabel, _ localTime: LocalTime, hasAges: Bool
  ) -> [Field<Self>] {
    let age: Field<Self> = Field("age", .right) {
      $0.snapshot.startsLater
        ? nil : $0.snapshot.summary.startedAt.map($0.snapshot.ageText(of:))
    }
    let start: [Field<Self>] = [
      Field("session", .right, \.report.number),
      Field("name", .left, isElastic: true, \.profile.name),
      Field("phase", .left) { $0.snapshot.phaseText($0.finish) },
      Field("started", .left) { $0.snapshot.summary.startedAt.map(localTime.minute(of:)) },
    ]
    return start + (hasAges ? [age] : []) + [
      Field("time", .right) { $0.snapshot.timeText($0.finish, times) },
      Field("laps", .right, \.snapshot.summary.lapCount),
      Field("best", .right) { $0.best.map(times.text(of:)) },
      Field("kind", .left, isOptional: true, \.kind),
      Field("course", .left, isOptional: true, \.profile.plan.course),
      Field("point", .left, isOptional: true, \.point),
      Field("tags", .left) { $0.profile.tags.joined(separator: ", ") },
      Field("people", .left) { $0.profile.people.map(\.full).joined(separator: ", ") },
    ]
  }
}
