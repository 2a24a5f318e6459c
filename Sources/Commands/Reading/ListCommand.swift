import Arguments
import EventLog
import Logbook
import Timing
import Text
import SQLite

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
    let tellsOfMore =
      values[limit] == nil && !values[all] && context.tableFormat == .table
      && context.isOnTerminal
    let filter = SessionFilter(
      tags: values[tags], phase: values[phase], since: try context.moment(since),
      includesDiscarded: values[all], limit: tellsOfMore ? most + 1 : most)
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
