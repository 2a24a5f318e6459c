import Arguments
import EventLog
import Host
import Logbook
import Racing
import Text
import Timing

enum BestCommand: RunnableCommand {
  static let course = Parameter.argument(
    optional: "course", .text("course", completion: .listed(.courses)), help: "The course.",
    defaultText: "that of the newest attempt")

  static let declaration = Subcommand(
    "best", abstract: "Show the best times of a course.",
    discussion: """
      Shows the personal best, the best time of each segment with its session, and their sum: the \
      least possible time. A time over skipped segments counts for the sum where it is shorter. The \
      times of segments are those that 'laptimer show' lists for the sessions, and add up to the sum.
      """,
    examples: [
      Example("Show the best times of the newest course", "laptimer best"),
      Example("Show those of a course as JSON", "laptimer best golf --json"),
    ],
    [course, Options.precision])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let records = try log.courseRecords(of: context.values[course])
    guard context.isJSON else { return try print(records, log, context) }
    let history = records.history
    let segments = try zip(records.names, history.bestSegments).map { name, best -> JSONFields in
      let attempt = try best.flatMap { try log.attempt(ofSession: $0.session) }
      return [
        "name": name, "best_ns": best?.time, "session": best?.session, "at": attempt?.startedAt,
      ]
    }
    let best: JSONFields? = history.personalBest.map {
      ["session": $0.session, "running_time_ns": $0.time]
    }
    let course: JSONFields = [
      "course": records.course, "attempts": try records.startedCount(),
      "finished": history.finished, "pb": best,
      "sum_of_best_ns": history.bestSplits.last ?? nil, "segments": segments,
    ]
    context.print(json: course)
  }

  private static func print(
    _ records: CourseRecords, _ log: Logbook, _ context: Context
  ) throws {
    let (history, times) = (records.history, context.times)
    let shown = records.history.shown(times)
    let localTime = context.localTime
    let attempts: Message = "\(try records.startedCount(), "attempt")"
    context.print(
      "Course \(records.course.quoted): \(attempts), \(history.finished) finished" as Message)
    if let best = history.personalBest {
      context.print("pb           \(times.text(of: best.time))  (session \(best.session))")
    }
    if let sum = shown.bestSplits.last ?? nil {
      context.print("sum of best  \(times.text(of: sum))")
    }
    context.print("")
    let rows = try zip(records.names, shown.bestSegments).map { name, best in
      let attempt = try best.flatMap { try log.attempt(ofSession: $0.session) }
      return [
        name, best.map { times.text(of: $0.time) } ?? "-",
        best.map { "session \($0.session)" } ?? "",
        attempt?.startedAt.map(localTime.date(of:)) ?? "",
      ]
    }
    context.print(rows, [.left, .right, .left, .left])
    for (segments, best) in shown.combinedSegments {
      let skipped = records.names[segments.lowerBound..<segments.upperBound].map { "'\($0)'" }
      context.print(
        """
        The sum takes \(times.text(of: best.time)) to '\(records.names[segments.upperBound])', of \
        session \(best.session), which skipped \(skipped.joined(separator: ", ")).
        """ as Message)
    }
  }
}
