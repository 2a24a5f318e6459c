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

  static func run(_ context: Context) throws {
    if context.values[RaceOptions.join] != nil {
      let requests = try requests(context)
      let receipt = try context.append(requests[0]) { try $0.append(together: requests) }[0]
      return try context.answerWritten {
        try context.isJSON
          ? receipt.json(context)
          : context.answer(to: [receipt]) { try answer(receipt, context) }
      }
    }
    guard context.values[entries] != nil else { return try append(context) }
    let start = try request(context)
    guard let requests = try requests(start, context) else { return }
    let receipts = try context.append(start) { try $0.append(together: requests) }
    let receipt = receipts[0]
    try context.answerWritten("The events are") {
      if context.isJSON { return try receipt.json(context) }
      let count = requests.count - 1
      let runners = "Entered \(count) \(count == 1 ? "runner" : "runners")."
      return try context.answer(to: receipts) {
        let notes = try context.notes(onEntries: Array(receipts.dropFirst()))
        return try answer(receipt, context) + receipt.notes + "\n" + runners + notes
      }
    }
  }

  /// Returns the request of a start and those of the entries in a file, which is read before
  /// anything is started; nil without a file.
  static func requests(_ start: Request, _ context: Context) throws -> [Request]? {
    guard let path = context.values[entries] else { return nil }
    guard context.values[RaceOptions.race] != nil else {
      throw UsageError(.missing([RaceOptions.race.definition]), in: context.subcommand)
    }
    let entries = try EntriesInput.read(path, context)
    var enter = context.request(
      .race(.entered(entries[0])),
      of: .named(context.values[Options.session] ?? start.id.description))
    // The ids of the entries follow from that of the start, which may be repeated.
    enter.id = start.id.inBatch(number: 2)
    return [start] + enter.batch(entries.map { .race(.entered($0)) })
  }

  static func requests(_ context: Context) throws -> [Request] {
    guard let race = context.values[RaceOptions.join] else { return [try request(context)] }
    return try requests(joining: race, name: context.values[name], context)
  }

  /// Returns the requests, which are appended together, to time a point of a race, with the name
  /// and the tags of the session.
  static func requests(
    joining race: String, name: String?, _ context: Context
  ) throws -> [Request] {
    let start = try joining(race, context)
    var properties: [Command] = []
    if let name { properties.append(.name(name)) }
    let tags = context.values[Options.tags].uniqued
    if !tags.isEmpty { properties.append(.tag(tags)) }
    if properties.isEmpty { return [start] }
    // The ids follow from that of the session, which may be repeated.
    var next = context.request(properties[0], of: .named(start.id.description))
    next.id = start.id.inBatch(number: 2)
    return [start] + next.batch(properties)
  }

  static func answer(_ receipts: [Receipt], _ context: Context) throws -> String {
    // The name and the tags of a session that joins a race are parts of its start.
    try receipts.first.map { try answer($0, context) } ?? ""
  }

  private static func joining(_ race: String, _ context: Context) throws -> Request {
    let values = context.values
    if let other = values.firstGiven(of: [countdown, Options.time, ofRules, Options.session]) {
      throw UsageError(
        .other(
          """
          '\(other.key)' cannot be used with '--join': the race has the clock and the rules. \
          'laptimer start \(suggestedOption(RaceOptions.join, race)) \
          \(suggestedOption(RaceOptions.point, values[RaceOptions.point] ?? "POINT"))' times a point of it.
          """),
        in: context.subcommand)
    }
    return context.request(
      .join(
        race: race, point: values[RaceOptions.point], priority: values[RaceOptions.priority] ?? 0),
      of: .new(also: true))
  }

  static func request(_ context: Context) throws -> Request {
    let values = context.values
    if let race = values[RaceOptions.join] { return try joining(race, context) }
    let also = values[also]
    return try request(
      name: values[name], countdown: countdown,
      of: values[Options.session].map { .named($0, also: also) } ?? .new(also: also), context)
  }

  /// Returns the request of a command that takes the options of a start; `countdown` is its own
  /// option.
  static func request(
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
    let rule: (option: Definition, text: String)?
    if let laps = values[Options.laps] {
      rule = (Options.laps.definition, "--race '\(laps) \(laps == 1 ? "lap" : "laps")'")
    } else if let limit = values[Options.limit] {
      rule = (Options.limit.definition, "--race \(limit.unitText)")
    } else if let shortest = values[Options.minimumLap] {
      let race = suggestedOption(RaceOptions.race, format)
      rule = (Options.minimumLap.definition, "\(race) --rules min_lap=\(shortest.unitText)")
    } else {
      rule = nil
    }
    guard let rule else { return }
    throw UsageError(
      .other(
        """
        '\(rule.option.key)' cannot be used with '--race': the runners of a race have the rules of its \
        format, as in \(rule.text).
        """),
      in: context.subcommand)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    if case .race(.joined(let race, let point, _)) = receipt.kind {
      let note = try note(onPoint: point, of: race, receipt, context)
      return """
        \(receipt.subject) times point \(Harmless.text(point)) of a race: 'laptimer cross BIB --session \
        \(receipt.session)' records a crossing.\(note)
        """
    }
    if receipt.phase == .running, receipt.runningTime < .seconds(1) {
      return try "Started \(receipt.object)." + context.notesOnSegments(receipt)
    }
    let answer = "\(receipt.subject) \(receipt.state(context))"
    let note = try context.notesOnSegments(receipt)
    guard context.values[Options.at] != nil else { return answer + "." + note }
    // Show the date: a bare time of day may be yesterday's.
    let localTime = LocalTime(clock: context.world.localClock())
    let began =
      context.statedTime == nil
      ? localTime.text(of: receipt.at) : localTime.statedText(of: receipt.at)
    let verb = receipt.phase == .countdown ? "at" : "started"
    return "\(answer), \(verb) \(began)." + note
  }
}

extension StartCommand {
  /// Notes on a point that the race does not have and on a stopped race, each on its own line; else
  /// an empty text.
  private static func note(
    onPoint point: String, of race: EventID, _ receipt: Receipt, _ context: Context
  ) throws -> String {
    guard let log = context.opened, let number = try log.number(ofSession: race),
      let summary = try log.entry(number)?.summary
    else { return "" }
    let isStopped = try summary.phase(at: log.reading(context.instant)) == .stopped
    let stopped =
      try isStopped ? context.noteOnStop(of: number, isForeign: log.isForeign(number)) : ""
    let points = try log.points(ofRace: number)
    if points.isEmpty || points.contains(point) { return stopped }
    let nearest = Spelling.nearest(to: point, among: points)
    return """
      \nNote: \(Harmless.text(point)) is not a point of the race.\
      \(nearest.map { " Did you mean '\($0.echoed)'?" } ?? "") Its \
      \(points.count == 1 ? "only point" : "points"): \
      \(points.map { Harmless.text($0) }.listed(atMost: 10)). \
      'laptimer undo --session \(receipt.session)' takes this back.\(stopped)
      """
  }
}

extension Context {
  func shown(_ time: Duration) -> String {
    times.text(of: time)
  }
}

extension [String] {
  /// The elements without duplicates, in order of first occurrence.
  var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
