import Arguments
import EventLog
import Failures
import Host
import Logbook
import Racing
import Text
import Timing

enum CheckCommand: RunnableCommand {
  static let declaration = Subcommand(
    "check", abstract: "Verify the log.",
    discussion: """
      Compares every event with its digest and its position, and the tables with a fresh replay \
      of the events. Nothing is written. The exit code is 65 if there are findings. Contradictions \
      in races, such as a crossing of a runner who gave up, are noted and are no findings.
      """,
    examples: [
      Example("Verify the log", "laptimer check"),
      Example("Verify a backup", "laptimer check --db laps.db"),
    ])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .reading)
    let report = try log.check()
    if context.isJSON { context.print(json: report.object) } else { context.print(report) }
    for (kind, count) in report.unknownKinds.sorted(by: { $0.key < $1.key }) {
      context.note(
        """
        \(count, "event has", "events have") the kind \(quoted: kind), which this version does not \
        know.
        """)
    }
    if report.isOutdated {
      context.note(
        """
        An older version of laptimer wrote the tables, so they are not verified. The next command \
        that writes rebuilds them.
        """)
    }
    for cycle in report.isSound ? try log.cyclesOfReversals() : [] {
      let events = cycle.map { "@\($0.session):\($0.version)" }.joined(separator: ", ")
      context.note("The reversals \(events) take one another back, and have no effect.")
    }
    if report.isSound { try context.noteContradictions(of: log) }
    guard report.isSound else {
      // The findings are the answer, whether or not the command fails.
      try context.output.flush()
      throw report.failure
    }
  }
}

extension Context {
  /// Notes the contradictions of each race, the first ones in words.
  fileprivate func noteContradictions(of log: Logbook) throws {
    for number in try log.racesWithCrossings() {
      guard let race = try log.race(number) else { continue }
      let contradictions = race.contradictions()
      if contradictions.isEmpty { continue }
      var message: Message =
        "Session \(number): \(contradictions.prefix(3).map(\.text).joined(separator: " "))"
      if contradictions.count > 3 {
        let list: Suggestion = "standings \(number) --points"
        message += " \(contradictions.count - 3) more: \(command: list)."
      }
      note(message)
    }
  }

  /// Prints the findings, one a line, or a confirmation.
  fileprivate func print(_ report: CheckReport) {
    for finding in report.findings { print("\(finding)" as Message) }
    if report.furtherFindings > 0 { print("… and \(report.furtherFindings) more findings.") }
    guard report.isSound else { return }
    print("Verified \(report.events, "event") in \(report.sessions, "session").")
  }
}

extension CheckReport {
  fileprivate var failure: Failure {
    Failure(
      "damaged",
      isMendedByRebuilding
        ? "The events are intact, but the tables are not: \(command: "rebuild") rebuilds them."
        : "The log is damaged: \(Failure.restoreOrSalvage).")
  }
}

extension CheckReport {
  fileprivate var object: JSONFields {
    let kinds = unknownKinds.sorted { $0.key < $1.key }
    return [
      "sound": isSound, "events": events, "sessions": sessions, "clocks": clocks,
      "outdated": isOutdated, "unknown_kinds": JSONFields(kinds.map { ($0.key, $0.value) }),
      "findings": findings.map { "\($0)" }, "further_findings": furtherFindings,
    ]
  }
}

enum RebuildCommand: RunnableCommand {
  static let declaration = Subcommand(
    "rebuild", abstract: "Rebuild the tables.",
    discussion: """
      Replays all events and writes all other tables and the indexes of the events again. Needed \
      only if 'laptimer check' finds that they differ from the events. The events are not changed.
      """,
    examples: [
      Example("Rebuild the tables and verify them", "laptimer rebuild\nlaptimer check"),
      Example("Rebuild the tables of a backup", "laptimer rebuild --db laps.db"),
    ])

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .appending)
    if let flaw = try log.schemaFlaws().first {
      let finding = Finding.schema(name: flaw.name, table: flaw.table)
      throw Failure(
        "damaged", "Rebuilding cannot repair this log (\(finding)): \(Failure.restoreOrSalvage).")
    }
    let (sessions, events) = try log.rebuild()
    try context.afterSaving("The tables are") {
      try context.answer {
        "Rebuilt the tables from \(events, "event") in \(sessions, "session")."
      } json: {
        ["sessions": sessions, "events": events]
      }
    }
  }
}
