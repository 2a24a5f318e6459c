import Arguments
import EventLog
import Host
import Logbook
import Text
import Timing

enum StatsCommand: RunnableCommand {
  static let name = Parameter.option("name", .text("name"), help: "Only sessions with this name.")
  static let label = Parameter.option(
    "label", .text("label"), help: "Only laps with this label, and sessions with such laps.")
  static let by = Parameter.option(
    "by", .choice(StatsPeriod.self, "period"), help: "A row for each period.")

  static let declaration = Subcommand(
    "stats", abstract: "Show sums and bests of several sessions.",
    discussion: """
      Shows the number of sessions and laps, the running time, the best and the mean lap, and a \
      sparkline of running times, from the oldest to the newest. Discarded sessions are left out. \
      The best lap of a session is one of its largest group of laps with equal labels; --label \
      chooses the group.

      --since and --until take days and moments as in 'laptimer list'. '--since 7d' begins at this \
      time of day seven days ago; a note says so where --by shows a part of a period.
      """,
    examples: [
      Example("Sum up the last week", "laptimer stats --since 7d"),
      Example("Show the weeks of a tag", "laptimer stats --tag track --by week"),
      Example("Show the attempts at a course by month", "laptimer stats --course 5k --by month"),
    ],
    [
      ListCommand.course, name, label, ListCommand.tags, ListCommand.since, ListCommand.until, by,
      Options.precision,
    ])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    let values = context.values
    let filter = SessionFilter(
      tags: values[ListCommand.tags], course: values[ListCommand.course],
      since: try context.bound(ListCommand.since, isEnd: false),
      until: try context.bound(ListCommand.until, isEnd: true))
    let localClock = context.world.localClock()
    var figures = SessionFigures()
    var periods: [CivilDate: SessionFigures] = [:]
    try log.forEachSession(matching: filter, at: now) { entry in
      let profile = entry.summary.profile
      if let name = values[name], profile.name != name { return }
      guard let start = entry.summary.startedAt else { return }
      var session = try SessionFigures(
        entry, entry.summary.snapshot(at: now), from: start, in: log,
        shown: context.isJSON ? nil : context.times)
      if let label = values[label] {
        let laps = try log.laps(of: entry).filter { $0.label == label }
        if laps.isEmpty { return }
        session.restrict(to: laps.map { context.isJSON ? $0.lap : $0.shown(context.times).lap })
      }
      figures.add(session)
      guard let period = values[by] else { return }
      let day = period.calendar.first(of: localClock.time(at: start).date)
      periods[day, default: SessionFigures()].add(session)
    }
    let bounds = PeriodBounds(
      period: values[by], since: filter.since, until: filter.until, context)
    let rows = try periods.sorted { $0.key < $1.key }.map { day, figures in
      PeriodRow(first: day, figures: figures, part: try bounds.part(ofPeriodFrom: day))
    }
    if context.isJSON {
      context.print(json: figures.object + ["periods": IfAny(values[by].map { _ in rows })])
    } else if figures.sessions == 0 {
      context.note(
        values[name] == nil && values[label] == nil
          ? try ListCommand.nothingFound(filter, in: log) : "No session matches.")
    } else {
      print(figures, rows, context)
      for part in rows.compactMap(\.part) { context.note(part) }
    }
  }

  private static func print(
    _ figures: SessionFigures, _ rows: [PeriodRow], _ context: Context
  ) {
    let hasBlocks = TerminalTraits.showsUTF8(context.world.variable)
    let numbers = ["sessions", "laps", "time", "best", "mean"].map { Column($0, .right) }
    var grid = Grid([Column("", .left)] + numbers + [Column("times", .left)])
    func add(_ title: String, _ figures: SessionFigures, hasTimes: Bool = true) {
      let cells = [
        title, "\(figures.sessions)", "\(figures.laps)",
        context.times.text(of: figures.runningTime),
        figures.best.map(context.times.text(of:)) ?? "",
        figures.mean.map(context.times.text(of:)) ?? "",
        hasTimes ? Sparkline.text(figures.times, columns: 40, blocks: hasBlocks) : "",
      ]
      for cell in cells { grid.add(cell) }
    }
    for row in rows {
      let day = row.first.text
      add(context.values[by] == .month ? String(day.prefix(7)) : day, row.figures)
    }
    add("all", figures, hasTimes: rows.isEmpty)
    context.print(grid, hasHeader: true)
  }
}

/// The figures of several sessions.
struct SessionFigures: JSONObject {
  private(set) var sessions = 0
  private(set) var laps = 0
  private(set) var runningTime = Duration.zero
  private(set) var best: Duration?
  /// The running times, each with the start of its session.
  private var timesByStart: [(start: Moment, time: Duration)] = []
  private var lapTime = Duration.zero

  init() {}

  /// The figures of a session; for people, with the times as they are shown.
  init(
    _ entry: SessionEntry, _ snapshot: Snapshot, from start: Moment, in log: Logbook,
    shown label: StopwatchLabel?
  ) throws {
    let time = max(.zero, snapshot.displayedTime)
    let split = entry.summary.stopwatch.lastSplit
    sessions = 1
    laps = entry.summary.lapCount
    runningTime = label?.truncated(time) ?? time
    timesByStart = [(start, runningTime)]
    lapTime = label?.truncated(split) ?? split
    best = try label.map { try log.best(of: entry, shown: $0) } ?? entry.summary.best
  }

  /// The running times, from the oldest session to the newest.
  var times: [Duration] { timesByStart.sorted { $0.start < $1.start }.map(\.time) }

  /// The mean lap time, rounded to whole nanoseconds; nil without laps.
  var mean: Duration? {
    guard laps > 0 else { return nil }
    let (quotient, rest) = lapTime.nanoseconds.quotientAndRemainder(dividingBy: Int64(laps))
    return .nanoseconds(quotient + (rest * 2 >= Int64(laps) ? 1 : 0))
  }

  /// Counts only laps of these times.
  mutating func restrict(to times: [Duration]) {
    laps = times.count
    best = times.min()
    lapTime = times.reduce(.zero, +)
  }

  mutating func add(_ other: SessionFigures) {
    sessions += other.sessions
    laps += other.laps
    runningTime += other.runningTime
    lapTime += other.lapTime
    timesByStart += other.timesByStart
    if let time = other.best { best = best.map { min($0, time) } ?? time }
  }

  var object: JSONFields {
    [
      "sessions": sessions, "laps": laps, "running_time_ns": runningTime, "best_ns": best,
      "mean_ns": mean,
    ]
  }
}

/// A line of columns, each as high as its value.
enum Sparkline {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let letters: [Character] = ["_", ".", "-", "~", "=", "+", "*", "#"]

  /// Draws values from the left; of more than fit, the last ones.
  ///
  /// The lowest value is the lowest column, the highest one the highest.
  static func text(_ values: [Duration], columns: Int, blocks hasBlocks: Bool) -> String {
    let values = values.suffix(columns)
    guard values.count > 1, let least = values.min(), let most = values.max() else { return "" }
    let glyphs = hasBlocks ? blocks : letters
    return String(
      values.map { value in
        let fraction = most > least ? (value - least) / (most - least) : 1
        return glyphs[min(glyphs.count - 1, Int(fraction * Double(glyphs.count)))]
      })
  }
}
