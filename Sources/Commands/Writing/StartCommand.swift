import Arguments
import EventLog
import Host
import Logbook
import Timing
import Text

enum StartCommand: WritingCommand {
  static let name = Parameter.argument(
    optional: "name", .label("name"), help: "A name for the session.")
  static let countdown = Parameter.option(
    "countdown", .duration, help: "Start after this delay; the command returns at once.")
  static let entries = Parameter.option(
    "entries", .inputPath,
    help: "A CSV file with the runners of the race: see 'laptimer help entries'.")
  static let also = Parameter.flag("also", help: "Start beside sessions that are running.")

  /// The options that a session has which times a point of a race.
  private static let ofPoint = Group(RaceOptions.join, RaceOptions.point, RaceOptions.priority)
  /// The options for the clock and the rules, which that session takes from the race.
  private static let ofRules = Group(
    Options.laps, Options.limit, Options.minimumLap, CourseOptions.course, CourseOptions.segments,
    RaceOptions.race, RaceOptions.rules, entries)
  /// The options of every new session.
  static let ofNewSession = Group(ofRules, ofPoint, Options.tags, also)

  static let declaration = Subcommand(
    "start", abstract: "Start a new session.",
    discussion: """
      A second session needs --also while another one runs or counts down. With --session, a \
      session whose start was undone is started again.

      With --join, the session times a point of a race, on this device or another one: 'laptimer \
      start --join Crit --point A'. It takes crossings, timestamps and corrections of its own events.
      """,
    terms: RaceOptions.terms,
    examples: [
      Example("Start a session with a name and a tag", "laptimer start 'Tempo run' --tag track"),
      Example(
        "Start in ten seconds and finish after 25 laps",
        "laptimer start '10 k' --countdown 10 --laps 25"),
      Example(
        "Start an attempt at a course", "laptimer start --course 5k --segments '1k,2k,3k,4k,5k'"),
    ],
    [
      name, Exclusive(countdown, Options.at, Options.ago), ofNewSession, Options.session,
      Options.precision, Options.writing,
    ])

  static func requests(_ context: Context) throws -> [Request] {
    let also = context.values[also]
    return try requests(
      name: context.values[name], countdown: countdown,
      of: context.values[Options.session].map { .named($0, also: also) } ?? .new(also: also),
      context)
  }

  /// Returns the requests, which are appended together, of a command that takes the options of a
  /// start: the start and the entries of a file, or the start of a session that times a point of a
  /// race, with its name and tags.
  ///
  /// `countdown` is the command's own option. The file is read before anything is started.
  static func requests(
    name: String?, countdown: Parameter<Duration?>, of target: Request.Target, _ context: Context
  ) throws -> [Request] {
    let values = context.values
    var others: [Command] = []
    let start: Request
    if let race = values[RaceOptions.join] {
      start = try joining(race, context)
      if let name { others.append(.name(name)) }
      let tags = values[Options.tags].uniqued
      if !tags.isEmpty { others.append(.tag(tags)) }
    } else {
      start = try request(name: name, countdown: countdown, of: target, context)
      if let path = values[entries] {
        guard values[RaceOptions.race] != nil else {
          throw UsageError(.missing([RaceOptions.race.definition]), in: context.subcommand)
        }
        others = try EntriesInput.read(path, context).map { .race(.entered($0)) }
      }
    }
    guard let first = others.first else { return [start] }
    // The ids follow from that of the start, which may be repeated.
    var next = context.request(
      first, of: .named(values[Options.session] ?? start.id.description))
    next.id = start.id.inBatch(number: 2)
    return [start] + next.batch(others)
  }

  private static func joining(_ race: String, _ context: Context) throws -> Request {
    let values = context.values
    if let other = values.firstGiven(of: [countdown, Options.time, ofRules, Options.session]) {
      let point = values[RaceOptions.point] ?? "POINT"
      let start: Suggestion = "start \(RaceOptions.join, race) \(RaceOptions.point, point)"
      throw UsageError(
        .other(
          """
          '\(other.key)' cannot be used with '--join': the race has the clock and the rules. \
          'laptimer \(start.words)' times a point of it.
          """),
        in: context.subcommand)
    }
    return context.request(
      .join(
        race: race, point: values[RaceOptions.point], priority: values[RaceOptions.priority] ?? 0),
      of: .new(also: true))
  }

  private static func request(
    name: String?, countdown: Parameter<Duration?>, of target: Request.Target, _ context: Context
  ) throws -> Request {
    let values = context.values
    if values[RaceOptions.point] != nil || values[RaceOptions.priority] != nil {
      throw UsageError(.missing([RaceOptions.join.definition]), in: context.subcommand)
    }
    let segments = try values[CourseOptions.segments].map {
      try SegmentNames.parse($0, in: context.subcommand)
    }
    if segments != nil, values[CourseOptions.course] == nil {
      throw UsageError(.missing([CourseOptions.course.definition]), in: context.subcommand)
    }
    if let format = values[RaceOptions.race] { try requireNoOtherEnd(of: format, context) }
    let start = Event.Start(
      name: name, tags: values[Options.tags].uniqued,
      plan: Plan(
        laps: values[Options.laps], limit: values[Options.limit],
        minimumLap: values[Options.minimumLap].flatMap { $0 > .zero ? $0 : nil },
        course: values[CourseOptions.course], segments: segments,
        race: try RaceOptions.format(context, in: context.subcommand)))
    let time =
      try values[countdown].map { Request.Time.after(try context.bounded($0, countdown)) }
      ?? context.time()
    if time == .last {
      throw UsageError(.other("A new session has no latest press."), in: context.subcommand)
    }
    return context.request(.start(start), of: target, time: time)
  }

  /// Refuses rules of the clock beside a format of a race, which does not see them.
  private static func requireNoOtherEnd(of format: String, _ context: Context) throws {
    let values = context.values
    let rule: (option: Definition, options: Suggestion)
    if let laps = values[Options.laps] {
      rule = (Options.laps.definition, "--race \(laps == 1 ? "1 lap" : "\(laps) laps")")
    } else if let limit = values[Options.limit] {
      rule = (Options.limit.definition, "--race \(limit.unitText)")
    } else if let shortest = values[Options.minimumLap] {
      rule = (
        Options.minimumLap.definition,
        "\(RaceOptions.race, format) --rules min_lap=\(shortest.unitText)"
      )
    } else if values[CourseOptions.course] != nil {
      throw UsageError(
        .conflict(CourseOptions.course.definition, RaceOptions.race.definition),
        in: context.subcommand)
    } else {
      return
    }
    throw UsageError(
      .other(
        """
        '\(rule.option.key)' cannot be used with '--race': the runners of a race have the rules of its \
        format, as in \(rule.options.words).
        """),
      in: context.subcommand)
  }
}

extension [String] {
  /// The elements without duplicates, in order of first occurrence.
  var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
