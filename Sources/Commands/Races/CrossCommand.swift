import Arguments
import EventLog
import Host
import Logbook
import Racing
import Text
import Timing

enum CrossCommand: WritingCommand {
  static let bibs = Parameter.argument(
    repeating: "bib", .bib, help: "The bibs. Without a bib, the crossing is assigned later.")
  static let chip = Parameter.option("chip", .label("id"), help: "The chip that was read.")

  static let declaration = Subcommand(
    "cross", for: .race, abstract: "Record that runners passed the line or a point.",
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
    let (bibs, chip, point) = (values[bibs], values[chip], values[RaceOptions.point])
    if !bibs.isEmpty, chip != nil {
      throw UsageError(.other("A crossing is that of a bib or of a chip."), in: declaration)
    }
    let first = RaceEvent.Crossing(bib: bibs.first, chip: chip, point: point)
    let request = context.request(.race(.crossed(first)), time: try context.time())
    if bibs.count < 2 { return [request] }
    return request.batch(bibs.map { .race(.crossed(RaceEvent.Crossing(bib: $0, point: point))) })
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    try answer([receipt], context)
  }

  static func answer(_ receipts: [Receipt], _ context: Context) throws -> String {
    var answer = ""
    // `joined` would take a thirtieth of the time of a process.
    for receipt in receipts {
      if !answer.isEmpty { answer += "\n" }
      answer += try line(receipt, context.storedCrossing(of: receipt), context)
    }
    return try answer + noteOnPoint(receipts, context)
  }

  /// A note, on a line of its own, on crossings at another point than that which the session times,
  /// and in a session of a point that the race does not have; else an empty text.
  private static func noteOnPoint(_ receipts: [Receipt], _ context: Context) throws -> String {
    // A line may come from a reader with several points.
    guard context.source != "record", let receipt = receipts.first,
      let timed = receipt.profile.timingPoint, let log = context.opened
    else { return "" }
    let session = receipt.session
    if let point = context.values[RaceOptions.point], point != timed.point {
      let note = "\nNote: session \(session) times point \(Harmless.text(timed.point)); "
      guard receipts.count > 1 else {
        return note + """
          this crossing is at \(Harmless.text(point)). 'laptimer undo --session \(session)' takes it \
          back.
          """
      }
      let events = receipts.map { "@\($0.version)" }
      return note + """
        these crossings are at \(Harmless.text(point)). 'laptimer remove \(events[0]) --session \
        \(session)' removes one of them: \(events.listed(atMost: 5)).
        """
    }
    guard context.values[RaceOptions.point] == nil,
      let race = try log.number(ofSession: timed.race),
      case let points = try log.points(ofRace: race), !points.contains(timed.point)
    else { return "" }
    // In a race by laps, crossings at other points are records of splits, or the name is mistyped.
    let nearest = Spelling.nearest(to: timed.point, among: points)
    guard let point = nearest ?? (points.count > 1 ? points.last : nil) else { return "" }
    let option = suggestedOption(RaceOptions.point, point)
    return """
      \nNote: the point of a session cannot be changed. 'laptimer start --join \(race) \
      \(option)' times another one; 'laptimer cross BIB \(option) --at WHEN --session \
      \(session)' records there what was recorded here, and 'laptimer discard \(session)' removes \
      this session with its crossings from the race.
      """
  }

  private static func line(
    _ receipt: Receipt, _ stored: StoredCrossing?, _ context: Context
  ) throws -> String {
    var (bib, chip) = (nil as String?, nil as String?)
    if case .race(.crossed(let crossing)) = receipt.kind {
      (bib, chip) = (crossing.bib, crossing.chip)
    }
    let event = "@\(receipt.version)"
    // A later line may have given the crossing to another runner.
    if let stored, bib == nil || bib == stored.bib, let line = CrossingLine(stored) {
      if let status = try status(of: stored, receipt, context) {
        return line.text(event, context.times) + "  (\(status))"
      }
      // A chip is read twice by the rules, not by mistake.
      let session = chip == nil ? receipt.session : nil
      return line.answer(event, pressedIn: session, context.times)
    }
    let time = try time(of: receipt, stored, context)
    guard bib != nil || chip != nil else {
      return try lineWithoutBib(event, time, receipt, context)
    }
    let subject =
      bib.map { ("bib", Harmless.text($0)) } ?? ("chip", Harmless.text(chip ?? ""))
    if let stored, stored.bib == bib {
      let unknown = "Unknown \(subject.0) \(subject.1) crossed \(time) (\(event))."
      guard let bib, !stored.isEntered, let race = try context.race(of: receipt) else {
        return unknown
      }
      return try unknown + context.noteOnList(bib, receipt, in: race)
    }
    return (bib == nil ? "Chip " : "") + "\(subject.1) crossed \(time) (\(event))."
  }

  /// The answer to a crossing without a bib, with the command that assigns it.
  private static func lineWithoutBib(
    _ event: String, _ time: String, _ receipt: Receipt, _ context: Context
  ) throws -> String {
    let assign = try assignment(of: receipt, to: "BIB", context)
    return receipt.profile.timingPoint == nil
      ? "Recorded crossing \(event) \(time) without a bib: \(assign) names the runner."
      : "Recorded crossing \(event) without a bib \(time). \(assign.capitalizedFirst) names the runner."
  }

  /// A status by which a crossing is no usual one, and the command that lifts it; nil without one.
  private static func status(
    of crossing: StoredCrossing, _ receipt: Receipt, _ context: Context
  ) throws -> String? {
    guard let bib = crossing.bib, let ruling = crossing.ruling,
      let log = context.opened, let race = try context.race(of: receipt),
      // A later line of 'record' may have ruled.
      try !log.isRuled(bib, in: race, after: receipt.position)
    else { return nil }
    let isRanked = ruling == .pulled && crossing.format?.pulled == .ranked
    let lift = try ownCommand(receipt, context) {
      suggestedCommand("rule", [bib, "ok"], session: $1)
    }
    return """
      \(Harmless.text(bib)) is \(ruling.rawValue)\(isRanked ? "" : " and gets no place"): \(lift) \
      lifts the status
      """
  }

  /// The command that assigns a crossing, in quotes; for a session that joined the race, with the
  /// place to run it.
  private static func assignment(
    of receipt: Receipt, to bib: String, _ context: Context
  ) throws -> String {
    try ownCommand(receipt, context) { suggestedCommand("assign", [$0, bib], session: $1) }
  }

  /// A command for the race of a crossing, likewise; its words may name the crossing as the race
  /// does, and the race's session.
  private static func ownCommand(
    _ receipt: Receipt, _ context: Context, _ words: (_ crossing: String, _ session: Int?) -> String
  ) throws -> String {
    guard receipt.profile.timingPoint != nil else {
      return "'laptimer \(words("@\(receipt.version)", receipt.session))'"
    }
    guard let own = try context.ownRace(of: receipt) else {
      return context.suggestedForRace(words("@\(receipt.id)", nil))
    }
    return "'laptimer \(words("@\(receipt.session):\(receipt.version)", own))'"
  }

  /// The time from the start of the race to a crossing, `at 12:04.2`, or the time of day if the
  /// race is not known.
  ///
  /// As the time of a runner it goes on while the clock of the race is stopped.
  private static func time(
    of receipt: Receipt, _ stored: StoredCrossing?, _ context: Context
  ) throws -> String {
    if let stored, let race = try context.race(of: receipt),
      let start = try context.opened?.entry(race)?.summary.startPlace
    {
      return "at \(context.shown(stored.place - start))"
    }
    if receipt.profile.timingPoint == nil {
      return receipt.timeOfEvent.map { "at \(context.shown($0))" } ?? "before the start"
    }
    let time = LocalTime(clock: context.world.localClock()).text(of: receipt.at, milliseconds: true)
    return "at \(time)"
  }
}

extension Context {
  /// Returns the crossing of an answer from the tables, at the same cost in races of any size; nil
  /// if these do not have it, such as one of a race in another log.
  func storedCrossing(of receipt: Receipt) throws -> StoredCrossing? {
    guard let log = opened else { return nil }
    return try race(of: receipt).flatMap {
      try log.storedCrossing(receipt.version, of: receipt.session, in: $0)
    }
  }

  /// Returns the number of the race of an answer's session; nil if the log does not have it.
  func race(of receipt: Receipt) throws -> Int? {
    guard let point = receipt.profile.timingPoint else { return receipt.session }
    return try opened?.number(ofSession: point.race)
  }

  /// Returns the number of the race of an answer's session if that can be written here.
  ///
  /// In the log of another device, the session has another number.
  fileprivate func ownRace(of receipt: Receipt) throws -> Int? {
    guard let log = opened, let race = try race(of: receipt) else { return nil }
    return try log.isForeign(race) ? nil : race
  }

  /// Returns a note, on a line of its own, if a bib is not entered in a race; else an empty text.
  func note(onBib bib: String, of receipt: Receipt) throws -> String {
    guard let log = opened, try !log.hasEntry(bib, in: receipt.session) else { return "" }
    // Lines of 'record' may be very many.
    let nearest = source == "record" ? [] : try log.entries(nearestTo: bib, in: receipt.session)
    return """
      \nNote: \(Harmless.text(bib)) is not entered.\(nearest.question) \
      'laptimer \(suggestedCommand("enter", [bib], session: receipt.session))' enters the runner.
      """
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
  var subject: String {
    Harmless.text(bib) + (name.map { " \(Harmless.text($0))" } ?? "")
  }

  /// A crossing in one line, as ``CrossingLine``.
  func crossingLine(
    _ event: EventID, _ reference: String?, _ format: RaceFormat, _ times: StopwatchLabel
  ) -> String {
    CrossingLine(self, event, format).text(reference, times)
  }
}
