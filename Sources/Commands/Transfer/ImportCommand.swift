import Arguments
import EventLog
import Host
import Logbook
import Timing
import Text

enum ImportCommand: RunnableCommand {
  static let file = Parameter.argument(
    "file", .text("file", completion: .file), help: "The exported file; - is standard input.")

  static let salvage = Parameter.flag(
    "salvage", help: "Import sessions with missing events, instead of failing.")

  static let foreign = Parameter.flag(
    "foreign", help: "The sessions stay those of another device: they are read-only here.")

  static let maxSize = Parameter.option(
    "max-size", .size, default: 4 << 30, help: "The maximum number of bytes to read from a pipe.")

  static let declaration = Subcommand(
    "import", abstract: "Import a file made by 'laptimer export'.",
    discussion: """
      Imports either the whole file or nothing. Importing a file twice changes nothing.

      A file made by 'laptimer export --salvage' may lack events. Events that this log already \
      has, for example from a backup, do not count as missing. If others are missing, the import \
      fails. With --salvage, a session that lacks events is imported and tagged 'salvaged', since \
      its times may be wrong; a session without its start is omitted.

      With --foreign, sessions that this log does not have yet are read-only here, and also those of \
      other devices that time a point of a race: this device times other points of the same race, or \
      only watches. Import later exports the same way. A file that continues a session written in \
      this log is refused. Without --foreign, the sessions of the file can be continued here.

      Standard input and other pipes are copied to the folder TMPDIR, else /tmp, before the import.
      """,
    examples: [
      Example("Import a file", "laptimer import laps.ndjson"),
      Example("Import from another machine", "ssh other laptimer export | laptimer import -"),
      Example(
        "Import what another timing point recorded", "laptimer import point-a.ndjson --foreign"),
    ],
    [file, salvage, foreign, maxSize])

  static func run(_ context: Context) throws {
    let world = context.world
    let progress = ProgressLine(
      world, isWanted: !context.isJSON && !world.isTerminal(world.input))
    defer { progress.wipe() }
    let source = try ImportSource(
      context.values[file], world, mostBytes: context.values[maxSize], progress: progress,
      interrupts: try world.catchInterrupts())
    let mark =
      context.values[salvage]
      ? SalvageMark(
        clock: context.instant.clock, ticks: context.instant.ticks.nanoseconds,
        recordedAt: context.instant.recordedAt, source: "import"
      ) {
        context.world.makeID(context.now)
      } : nil
    let log = try context.openLog(for: .appending)
    let newest = try log.newestSession
    let readOnly = try log.foreignSessions()
    let device = context.instant.clock.device
    let report = try log.importEvents(
      marking: mark,
      foreign: context.values[foreign] ? { try log.timesForOtherDevice($0, than: device) } : nil
    ) {
      try source.next()
    }
    progress.wipe()
    try context.afterSaving("The import is") {
      let joined = try log.joinedSessions(newerThan: newest)
      try context.answer {
        try context.answer(report, joined, log)
      } json: {
        try report.object(joined, in: log)
      }
      context.noteGaps(in: report)
      if context.values[Self.foreign] {
        context.noteForeign(report.nowForeign)
      } else {
        let isWritableNow = readOnly.subtracting(try log.foreignSessions())
        try context.noteOtherDevices(isWritableNow, joined, newerThan: newest, log)
      }
    }
  }
}

extension Context {
  /// The command that imports the file again.
  fileprivate func importing(_ options: String...) -> Suggestion {
    let path = values[ImportCommand.file]
    return Suggestion("import", [path == "-" ? "FILE" : path], options: options)
  }

  /// Reports sessions that are read-only here from now on.
  fileprivate func noteForeign(_ sessions: [Int]) {
    for session in sessions {
      note(
        """
        Session \(session) belongs to another device, and is read-only here now. \
        \(command: importing()) makes it writable.
        """)
    }
  }

  /// Reports sessions that another log goes on recording in, and that can be written here, too.
  ///
  /// They are those that were read-only before, and new ones that joined a race from before the
  /// import: `newest` was the newest session then. A log that moves here brings its races with the
  /// sessions that joined them.
  fileprivate func noteOtherDevices(
    _ sessions: Set<Int>, _ joined: [JoinedSession], newerThan newest: Int, _ log: Logbook
  ) throws {
    var others = sessions
    for session in joined where session.session > newest {
      guard let race = try log.number(ofSession: session.point.race), race <= newest else {
        continue
      }
      others.insert(session.session)
    }
    if others.isEmpty { return }
    let numbers = others.sorted()
    let isOne = numbers.count == 1
    var message: Message = """
      \(isOne ? "Session" : "Sessions") \(numbers.map(String.init).listed(atMost: 5)) \
      \(isOne ? "is" : "are") recorded in another log, but can be written here, too. Once both logs \
      have recorded in \(isOne ? "it" : "one of them"), they cannot be merged any more.
      """
    // Events of this device keep a session writable.
    let device = instant.clock.device
    if try numbers.allSatisfy({ try log.timesForOtherDevice($0, than: device) }) {
      let them = isOne ? "it" : "them"
      message += " \(command: importing("--foreign")) makes \(them) read-only here."
    }
    note(message)
  }

  fileprivate func noteGaps(in report: ImportReport) {
    for gap in report.incomplete {
      note(
        """
        Session \(gap.session) lacks \(gap.events, "event") and is tagged '\(SalvageMark.tag)': its \
        times may be wrong.
        """)
    }
    for gap in report.headless {
      note(
        """
        Omitted session \(gap.session) with \(gap.events, "event"), since its start is missing. The \
        file has their times: record them again with \(command: "start --at") and \
        \(command: "lap --at").
        """)
    }
  }

  /// The answer for people, with a sentence for each of the first sessions that joined a race.
  fileprivate func answer(
    _ report: ImportReport, _ joined: [JoinedSession], _ log: Logbook
  ) throws -> Message {
    var answer: Message = """
      Imported \(report.newEvents, "event"): \(report.newSessions, "new session"), \
      \(report.extendedSessions) extended. Already present: \(report.knownEvents).
      """
    for session in joined.prefix(10) { answer += "\n\(try session.sentence(in: log))" }
    if joined.count > 10 {
      answer += "\n\(joined.count - 10) more sessions time points of races."
    }
    return answer
  }
}

extension JoinedSession {
  /// The sentence on the race that the session joined.
  fileprivate func sentence(in log: Logbook) throws -> Message {
    let start: Message = "Session \(session) times point \(point.point) of"
    guard let race = try log.number(ofSession: point.race) else {
      return """
        \(start) race \(point.race), which this log does not have: import the export of that race, \
        too.
        """
    }
    let name = try log.entry(race)?.summary.profile.name.map { " \"\($0)\"" } ?? ""
    return "\(start) session \(race)\(name)."
  }
}

extension ImportReport {
  fileprivate func object(_ sessions: [JoinedSession], in log: Logbook) throws -> JSONFields {
    [
      "new_events": newEvents, "known_events": knownEvents, "new_sessions": newSessions,
      "extended_sessions": extendedSessions,
      "joined": try sessions.map { joined -> JSONFields in
        [
          "session": joined.session, "race": joined.point.race,
          "race_session": try log.number(ofSession: joined.point.race),
          "point": joined.point.point,
        ]
      },
      "incomplete": incomplete.map { ["uid": $0.session, "missing": $0.events] as JSONFields },
      "left_out": headless.map { ["uid": $0.session, "events": $0.events] as JSONFields },
    ]
  }
}
