import Arguments
import EventLog
import Logbook
import Racing
import Text
import Timing

enum CrossCommand: WritingCommand {
  static let bibs = Argument(
    repeating: "bib", .bib, help: "The bibs. Without a bib, the crossing is assigned later.")
  static let chip = Option("chip", .label("id"), help: "The chip that was read.")

  static let declaration = Subcommand(
    "cross", abstract: "Record that runners passed the line or a point.",
    discussion: """
      Several bibs have the same time: the rule on ties decides, and 'laptimer order' puts them in \
      order. Bibs and chips that nobody has are kept, and count as soon as an entry claims them. In \
      'laptimer record', a line of bibs that consist of digits is enough.
      """,
    examples: [
      Example("Record a runner", "laptimer cross 17"),
      Example("Record three runners, two seconds late", "laptimer cross 17 4 23 --ago 2s"),
      Example("Record a crossing, and assign it later", "laptimer cross\nlaptimer assign @9 17"),
    ],
    [
      bibs, chip, RaceOptions.point, Options.session, Options.time, Options.precision,
      Options.writing,
    ])

  static func request(_ context: Context) throws -> Request {
    try requests(context)[0]
  }

  static func run(_ context: Context) throws { try appendAll(context) }

  static func requests(_ context: Context) throws -> [Request] {
    let values = context.values
    let bibs = values[bibs]
    if !bibs.isEmpty, values[chip] != nil {
      throw UsageError(.other("A crossing is that of a bib or of a chip."), in: declaration)
    }
    let point = values[RaceOptions.point]
    let crossings =
      bibs.isEmpty
      ? [RaceEvent.Crossing(chip: values[chip], point: point)]
      : bibs.map { RaceEvent.Crossing(bib: $0, point: point) }
    return context.request(.race(.crossed(crossings[0])), time: try context.time())
      .batch(crossings.map { .race(.crossed($0)) })
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    try answer([receipt], context)
  }

  static func answer(_ receipts: [Receipt], _ context: Context) throws -> String {
    let bibs = context.values[bibs]
    let race = try context.raceForAnswer(receipts[0])
    let standings = race?.standingsAtNewestEvent()
    return try receipts.enumerated().map { offset, receipt in
      let bib = bibs.indices.contains(offset) ? bibs[offset] : nil
      return try line(receipt, bib: bib, race, standings, context)
    }
    .joined(separator: "\n")
  }

  /// The answer to a crossing of nobody yet, with the command that says who it was.
  private static func lineWithoutBib(
    _ receipt: Receipt, _ race: Race?, _ context: Context
  ) throws -> String {
    let event = "@\(receipt.version)"
    let time = time(of: receipt, race, context)
    guard let point = receipt.profile.timingPoint else {
      let assign = "laptimer assign \(event) BIB"
      return "Recorded crossing \(event) \(time) without a bib: '\(assign)' names the runner."
    }
    // In the log of another device, the session has another number.
    let own = try context.opened.flatMap { log in
      try log.number(ofSession: point.race).flatMap { try log.isForeign($0) ? nil : $0 }
    }
    let crossing =
      own.map { "@\(receipt.session):\(receipt.version) BIB --session \($0)" }
      ?? "@\(receipt.id) BIB"
    return """
      Recorded crossing \(event) without a bib \(time). At the race's own session, 'laptimer \
      assign \(crossing)' names the runner.
      """
  }

  /// The running time of the race at a crossing, `at 12:04.2`, or the time of day if the race is not
  /// known.
  private static func time(of receipt: Receipt, _ race: Race?, _ context: Context) -> String {
    if receipt.profile.timingPoint == nil {
      return receipt.timeOfEvent.map { "at \(context.shown($0))" } ?? "before the start"
    }
    let running = race.flatMap { race in
      race.place(ofCrossing: receipt.id).flatMap { race.session.runningTime(atPlace: $0) }
    }
    let time =
      running.map(context.shown)
      ?? LocalTime(clock: context.world.localClock()).text(of: receipt.at, milliseconds: true)
    return "at \(time)"
  }

  private static func line(
    _ receipt: Receipt, bib: String?, _ race: Race?, _ standings: Standings?, _ context: Context
  ) throws -> String {
    let event = "@\(receipt.version)"
    if let (row, format) = standings?.row(of: receipt.id) {
      return CrossingLine(row, receipt.id, format).answer(event, context.times)
    }
    let stored = standings == nil ? try context.storedCrossing(of: receipt) : nil
    // A later line may have given the crossing to another runner.
    if let stored, bib == nil || bib == stored.bib,
      let line = CrossingLine(stored, receipt.profile.plan.race)
    {
      return line.answer(event, context.times)
    }
    let isFolded = standings != nil || stored.map { $0.bib == bib } ?? false
    let time = time(of: receipt, race, context)
    guard let bib else {
      guard let chip = context.values[chip] else {
        return try lineWithoutBib(receipt, race, context)
      }
      return !isFolded
        ? "Chip \(Harmless.text(chip)) crossed \(time) (\(event))."
        : "Unknown chip \(Harmless.text(chip)) crossed \(time) (\(event))."
    }
    return !isFolded
      ? "\(Harmless.text(bib)) crossed \(time) (\(event))."
      : "Unknown bib \(Harmless.text(bib)) crossed \(time) (\(event))."
  }
}

extension Context {
  /// The largest number of events that are folded for an answer, at some 10 µs an event.
  static let mostFolded = 5_000

  /// The race of an answer; nil if it has so many events that the answer would take long.
  func raceForAnswer(_ receipt: Receipt) throws -> Race? {
    guard receipt.version <= Self.mostFolded, source != "record", let log = opened else {
      return nil
    }
    guard let point = receipt.profile.timingPoint else { return try log.race(receipt.session) }
    // The race itself may be in another log.
    guard let number = try log.number(ofSession: point.race),
      try log.entry(number)?.summary.version ?? .max <= Self.mostFolded
    else { return nil }
    return try log.race(number)
  }
}

extension Context {
  /// Returns the crossing of an answer from the tables, at the same cost in races of any size; nil if
  /// these do not have it, such as one of a session that times a point.
  fileprivate func storedCrossing(of receipt: Receipt) throws -> StoredCrossing? {
    guard receipt.profile.timingPoint == nil else { return nil }
    return try opened?.storedCrossing(receipt.version, of: receipt.session)
  }
}

extension Standings {
  /// The runner with a crossing, and the format of the wave; nil if nobody has it.
  func row(of event: EventID) -> (row: Row, format: RaceFormat)? {
    for wave in waves {
      for row in wave.rows
      where (row.passages + row.others).contains(where: { $0.event == event }) {
        return (row, wave.format)
      }
    }
    return nil
  }
}

extension Standings.Row {
  /// The bib and the name, harmless.
  var subject: String {
    Harmless.text(bib) + (name.map { " \(Harmless.text($0))" } ?? "")
  }

  /// A crossing in one line, as ``CrossingLine``.
  func crossingLine(
    _ event: EventID, _ reference: String, _ format: RaceFormat, _ times: StopwatchLabel
  ) -> String {
    CrossingLine(self, event, format).text(reference, times)
  }
}
