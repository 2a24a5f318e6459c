import Arguments
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

  static func requests(_ context: Context) throws -> [Request] {
    let bib = context.values[bib]
    return [context.request(.assign(context.values[event], bib: bib == Bib.nobody ? nil : bib))]
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

  static func requests(_ context: Context) throws -> [Request] {
    let values = context.values
    return [
      context.request(
        .race(.linked(chip: values[chip], bib: values[RaceOptions.bib])), time: try context.time())
    ]
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

  static func requests(_ context: Context) throws -> [Request] {
    let values = context.values
    let ruling = RaceEvent.Ruling(
      bib: values[RaceOptions.bib], values[decision], reason: values[reason])
    return [context.request(.race(.ruled(ruling)))]
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
      guard span.magnitude <= .seconds(3_600_000) else {
        throw InvalidValue("longer than 1,000 hours")
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

  static func requests(_ context: Context) throws -> [Request] {
    let crossings = context.values[crossings]
    guard crossings.count > 1, Set(crossings).count == crossings.count else {
      throw UsageError(
        .other("Two or more different crossings are needed."), in: declaration)
    }
    return [context.request(.order(crossings))]
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

  static func requests(_ context: Context) throws -> [Request] {
    let (values, time) = (context.values, try context.time())
    let wave = values[wave]
    let format = try RaceOptions.change(
      values[RaceOptions.race], rules: values[RaceOptions.rules], in: declaration)
    let command: Command =
      format.map { .wave(wave, $0, starts: true) } ?? .race(.waveStarted(wave: wave, race: nil))
    return [context.request(command, time: time)]
  }
}
