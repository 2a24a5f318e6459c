import Arguments
import EventLog
import Host
import Logbook
import Racing
import Text
import Timing

enum ExplainCommand: RunnableCommand {
  static let event = Parameter.argument(
    optional: "what", .event,
    help: "A lap by its number, start, stop, or an event by its number: @12, @4:12 of session 4.",
    defaultText: "the running time as of now")
  static let bib = Parameter.option("bib", .bib, help: "The place of this runner in a race.")

  static let declaration = Subcommand(
    "explain", abstract: "Show how a number came about.",
    discussion: """
      Shows the events on which a lap time, a split or a running time rests, with their clocks, \
      and the arithmetic line by line. All times are in seconds and exact to the nanosecond, so \
      that they can be added up by hand.

      A place is the time since the first event of the session. It follows from the ticks of one \
      clock, which setting the wall clock does not change. From one clock to another, such as \
      after a reboot, the wall clock is used instead, and the error is unknown.

      With --bib, it shows why a runner of a race has this place: the crossings, the sum that \
      ranks, the rules and rulings, and what separates them from the runners ahead and behind.
      """,
    examples: [
      Example("Explain the lap time and the split of lap 3", "laptimer explain 3"),
      Example("Explain the running time", "laptimer explain"),
      Example("Explain the place of runner 17", "laptimer explain --bib 17"),
    ],
    [event, bib, Options.session])

  static func run(_ context: Context) throws {
    if context.values[event] != nil, context.values[bib] != nil {
      throw UsageError(
        .other("'--bib' explains a place: it cannot be combined with an event."), in: declaration)
    }
    let log = try context.openLog(for: .reading)
    let now = try log.reading(context.instant)
    var reference = context.values[event]
    let number: Int
    if case .stream(let session, let version)? = reference {
      number = try log.sessionNumber(named: "number:\(session)")
      reference = .event(version)
    } else {
      number = try context.session(context.values[Options.session], in: log, at: now)
    }
    if let bib = context.values[bib] {
      return try explain(bib, log.race(of: number), log, now, context)
    }
    let (session, uid) = try context.fold(number, in: log)
    let explanation: Explanation
    do throws(Explanation.Failure) {
      explanation = try session.explanation(of: reference, at: now)
    } catch {
      if case .noSuchLap(let lap, _) = error, session.summary.profile.plan.race != nil {
        throw CommandError.noLapOfRace(lap, session: number)
      }
      throw CommandError.notExplained(session: number, error)
    }
    let crossing = try storedCrossing(of: explanation, number, log)
    if context.isJSON {
      let bib = crossing?.stored.bib
      let place = crossing.flatMap { $0.race == number ? nil : $0.stored.place }
      let origin: JSONFields = [
        "session": number, "uid": uid, "bib": IfAny(bib),
        "name": IfAny(bib.map { _ in crossing?.stored.name }), "race_place_ns": IfAny(place),
      ]
      context.print(json: origin + explanation.object)
    } else {
      context.print(explanation, of: number, named: session.summary.profile.name, crossing)
    }
  }

  /// The crossing that an explanation is about, with its runner and the session of the race; nil
  /// for other events.
  private static func storedCrossing(
    of explanation: Explanation, _ number: Int, _ log: Logbook
  ) throws -> (stored: StoredCrossing, race: Int)? {
    guard case .event(let version) = explanation.subject, let race = try log.raceNumber(number),
      let stored = try log.storedCrossing(version, of: number, in: race)
    else { return nil }
    return (stored, race)
  }

  private static func explain(
    _ bib: String, _ number: Int, _ log: Logbook, _ now: Reading, _ context: Context
  ) throws {
    guard let race = try log.race(number), let uid = race.session.uid else {
      throw LogError.inconsistent(.missingEvents(session: number))
    }
    guard race.session.summary.profile.plan.race != nil else {
      throw Rejection.refused(.noRace, session: number)
    }
    guard var explanation = race.placeExplanation(of: bib, at: now) else {
      throw Rejection.refused(
        .noSuchEntry(bib, nearest: race.session.entries(nearestTo: bib)), session: number)
    }
    for index in explanation.crossings.indices where explanation.crossings[index].event == nil {
      let event = try explanation.crossings[index].passage.event.flatMap { try log.event($0) }
      explanation.crossings[index].stream = event.map {
        .stream(session: $0.session, event: $0.event.version)
      }
    }
    guard context.isJSON else {
      let name = race.session.summary.profile.name
      return context.print(explanation, of: number, named: name)
    }
    context.print(json: ["session": number, "uid": uid] + explanation.object)
  }
}
