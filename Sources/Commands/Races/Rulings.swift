import Arguments
import EventLog
import Logbook
import Racing
import Text
import Timing

enum AssignCommand: WritingCommand {
  static let event = Parameter.argument(
    "crossing", .crossing, help: "The crossing: \(RaceOptions.crossings).")
  static let bib = Parameter.argument(
    "bib", .bibOrNobody, help: "The bib of the runner, or 'none' for nobody.")

  static let declaration = Subcommand(
    "assign", for: .ownRace, abstract: "Assign a crossing to a runner.",
    examples: [
      Example("The crossing of event 12 was runner 17's", "laptimer assign @12 17"),
      Example("It was nobody's", "laptimer assign @12 none"),
    ],
    [event, bib, Options.session, Options.writing])

  static func request(_ context: Context) throws -> Request {
    let bib = context.values[bib]
    return context.request(
      .assign(context.values[event], bib: bib == Bib.nobody ? nil : bib))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let bib = context.values[bib]
    let event = context.values[event].atSign
    if bib == Bib.nobody { return "\(event) is nobody's now." }
    return "\(event) is \(Harmless.text(bib))'s now." + (try context.note(onBib: bib, of: receipt))
  }
}

enum ChipCommand: WritingCommand {
  static let chip = Parameter.argument("chip", .label("id"), help: "The chip.")

  static let declaration = Subcommand(
    "chip", for: .ownRace, abstract: "Give a chip to a runner from this moment on.",
    discussion: "Chips are compared in upper case and without spaces.",
    examples: [
      Example("Runner 17 has a new chip", "laptimer chip 0A1B 17"),
      Example("They had it from the start of the second lap", "laptimer chip 0A1B 17 --at 10:15"),
    ],
    [chip, RaceOptions.bib, Options.session, Options.time, Options.writing])

  static func request(_ context: Context) throws -> Request {
    let values = context.values
    return context.request(
      .race(.linked(chip: values[chip], bib: values[RaceOptions.bib])), time: try context.time())
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let values = context.values
    let owner = "\(Harmless.text(values[chip])) is \(Harmless.text(values[RaceOptions.bib]))'s"
    let from = receipt.timeOfEvent.map { " from \(context.shown($0))" } ?? ""
    let former = try context.raceForAnswer(receipt)?.formerChips(before: receipt.version).first
    let until = former.map { " Until then it was \(Harmless.text($0.bib))'s." } ?? ""
    return try "Chip \(owner)\(from).\(until)"
      + context.note(onBib: values[RaceOptions.bib], of: receipt)
  }
}

enum RuleCommand: WritingCommand {
  static let decision = Parameter.argument(
    "ruling", .ruling,
    help: """
      dns (did not start), dnf (did not finish), dsq (disqualified), pulled (taken off the \
      course), ok (lifts the status), +10s or -10s (adds or deducts time), -1lap or +1lap (takes \
      or gives a lap).
      """)
  static let reason = Parameter.option("reason", .label("text"), help: "The reason.")

  static let declaration = Subcommand(
    "rule", for: .ownRace, abstract: "Give a runner a status or a penalty.",
    discussion: """
      The latest status counts, and ok lifts it; penalties add up. 'laptimer undo' and \
      'laptimer remove @EVENT' take a ruling back. 'laptimer results' shows the reasons.
      """,
    examples: [
      Example("Runner 17 gave up", "laptimer rule 17 dnf"),
      Example("Add 10 s to a time", "laptimer rule 17 +10s --reason 'cut the corner'"),
      Example("Take a lap away", "laptimer rule 17 -1lap"),
    ],
    [RaceOptions.bib, decision, reason, Options.session, Options.precision, Options.writing])

  static func request(_ context: Context) throws -> Request {
    context.request(.race(.ruled(ruling(context.values))))
  }

  private static func ruling(_ values: Values) -> RaceEvent.Ruling {
    RaceEvent.Ruling(
      bib: values[RaceOptions.bib], values[decision], reason: values[reason])
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let ruling = ruling(context.values)
    let bib = Harmless.text(ruling.bib)
    let reason = (ruling.reason.map { ", \($0.quoted)" } ?? "") + " (@\(receipt.version))"
    switch ruling.decision {
    case .status(.ok): return try "\(statusLifted(bib, receipt, context))\(reason)."
    case .status(let status): return "\(bib) is \(status.rawValue) now\(reason)."
    case .time(let span):
      return "\(bib) gets \(PenaltyText.text(time: span))\(reason)."
    case .laps(let laps):
      let words = "\(abs(laps)) \(abs(laps) == 1 ? "lap" : "laps")"
      return "\(bib) \(laps > 0 ? "loses" : "gets") \(words)\(reason)."
    }
  }
}

extension RuleCommand {
  /// Says which status `ok` lifted, where the race is known.
  private static func statusLifted(
    _ bib: String, _ receipt: Receipt, _ context: Context
  ) throws -> String {
    guard let race = try context.raceForAnswer(receipt) else {
      return "The status of \(bib) is lifted"
    }
    let statuses = (race.rulings[context.values[RaceOptions.bib]] ?? [])
      .filter { $0.event < receipt.version }
      .compactMap { ruling -> RaceEvent.Ruling.Status? in
        guard case .status(let status) = ruling.ruling.decision else { return nil }
        return status
      }
    guard let status = statuses.last, status != .ok else {
      return "\(bib) had no status from a ruling: ok changes nothing"
    }
    return "\(bib) is not \(status.rawValue) any more"
  }
}

extension Form where Value == RaceEvent.Ruling.Decision {
  /// A question for a word that is nearly a ruling.
  private static func hint(for word: String) -> String {
    if let span = try? Duration(text: word, signed: false), span > .zero {
      return "; did you mean '+\(word)'?"
    }
    let statuses = RaceEvent.Ruling.Status.allCases.map(\.rawValue)
    return Spelling.nearest(to: word, among: statuses).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// A status, a time with a sign, or laps.
  static var ruling: Form {
    let statuses = RaceEvent.Ruling.Status.allCases.map(\.rawValue)
    return Form("ruling", completion: .values(statuses), dashes: .numbers) {
      word throws(InvalidValue) in
      if let status = RaceEvent.Ruling.Status(rawValue: word.lowercased()) {
        return .status(status)
      }
      for suffix in ["laps", "lap"] where word.hasSuffix(suffix) {
        guard word.hasPrefix("+") || word.hasPrefix("-"),
          let laps = Int(word.dropLast(suffix.count)), laps != 0, laps.magnitude <= 1000
        else { throw InvalidValue("not a number of laps with a sign, such as -1lap") }
        // Laps are taken away.
        return .laps(-laps)
      }
      guard word.hasPrefix("+") || word.hasPrefix("-"),
        let span = try? Duration(text: word, signed: true), span != .zero
      else {
        throw InvalidValue(
          "neither dns, dnf, dsq, pulled, ok, a time such as +10s, nor -1lap" + hint(for: word))
      }
      return .time(span)
    }
  }
}

enum OrderCommand: WritingCommand {
  static let crossings = Parameter.argument(
    repeating: "crossing", .crossing, required: true,
    help: "The crossings, the first one first: \(RaceOptions.crossings).")

  static let declaration = Subcommand(
    "order", for: .ownRace,
    abstract: "Put crossings at equal times in order, after a photo finish.",
    examples: [
      Example("The crossing of event 12 was first", "laptimer order @12 @11"),
      Example("Three in session 2", "laptimer order @12 @11 @14 --session 2"),
    ],
    [crossings, Options.session, Options.writing])

  static func request(_ context: Context) throws -> Request {
    let crossings = context.values[crossings]
    guard crossings.count > 1, Set(crossings).count == crossings.count else {
      throw UsageError(
        .other("Two or more different crossings are needed."), in: declaration)
    }
    return context.request(.order(crossings))
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let words = context.values[crossings].map { $0.atSign }
    return "\(words.joined(separator: " is before "))."
  }
}

enum WaveCommand: WritingCommand {
  static let wave = Parameter.argument("wave", .label("wave"), help: "The wave.")

  static let declaration = Subcommand(
    "wave", for: .ownRace, abstract: "Start a wave of a race.",
    discussion: """
      A wave has the format and the rules of the race; --race and --rules change them for this \
      wave. 'laptimer plan --wave W --race FORMAT' does so before the start.
      """,
    terms: RaceOptions.terms,
    examples: [
      Example("Start a wave", "laptimer wave B"),
      Example(
        "It started two seconds ago, for 10 laps", "laptimer wave B --race '10 laps' --ago 2s"),
    ],
    [
      wave, RaceOptions.race, RaceOptions.rules, Options.session, Options.time, Options.precision,
      Options.writing,
    ])

  static func request(_ context: Context) throws -> Request {
    let (values, time) = (context.values, try context.time())
    let wave = values[wave]
    let format = try RaceOptions.change(
      values[RaceOptions.race], rules: values[RaceOptions.rules], in: declaration)
    return context.request(
      format.map { .wave(wave, $0, starts: true) } ?? .race(.waveStarted(wave: wave, race: nil)),
      time: time)
  }

  static func answer(_ receipt: Receipt, _ context: Context) throws -> String {
    let time = receipt.timeOfEvent.map { " at \(context.shown($0))" } ?? ""
    let note = receipt.phase == .stopped ? context.noteOnStop(of: receipt.session) : ""
    return "Started wave \(Harmless.text(context.values[wave]))\(time)." + note
  }
}

extension Context {
  /// Returns a note, on a line of its own, on a race whose clock is stopped.
  func noteOnStop(of race: Int, isForeign: Bool = false) -> String {
    let resume = "'laptimer resume --session \(race)' continues it."
    return "\nNote: the race is stopped: crossings after the stop do not count. "
      + (isForeign ? "It is continued on its own device." : resume)
  }
}
