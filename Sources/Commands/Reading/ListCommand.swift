import Arguments
import EventLog
import Timing
import Text
import SQLite

enum ListCommand: RunnableCommand {
  static let all = Flag(
    "all", help: "Discarded sessions too, and no limit unless one is given.")
  static let limit = Option(
    "limit", .number("n", in: 1...Int.max), help: "How many sessions at most.",
    defaultText: "\(usualLimit)")
  static let usualLimit = 20
  static let since = Option("since", .when, help: "Sessions that started then or later.")
  static let tags = Option(
    repeating: "tag", .label("tag", completion: .tags),
    help: "Sessions that bear the tag; given again, all the tags.")
  static let phase = Option("phase", .choice(Phase.self), help: "Sessions in this phase.")

  static let declaration = Subcommand(
    "list", abstract: "List sessions, the newest first.",
    [all, limit, since, tags, phase, Options.format, Options.defuse, Options.precision])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    let values = context.values
    let most = values[limit] ?? (values[all] ? .max : usualLimit)
    // People are told that there are more: one more than is listed tells that.
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
      context.note("These are the newest \(most): '--limit <n>' lists more of them.")
    }
  }
}
