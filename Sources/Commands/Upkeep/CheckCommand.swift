import Arguments
import EventLog
import Timing
import Text

enum CheckCommand: RunnableCommand {
  static let declaration = Subcommand(
    "check", abstract: "Prove the log sound.",
    discussion: """
      Each event is held against its digest and its place, and the tables against a fresh replay. \
      Nothing is written. Exit code 65 says that something was found.
      """)

  static func run(_ context: Context) throws {
    let report = try context.openLog(for: .reading).check()
    if context.isJSON { context.print { report.write(to: &$0) } } else { context.tell(report) }
    for (kind, count) in report.unknownKinds.sorted(by: { $0.key < $1.key }) {
      let events = count == 1 ? "1 event is" : "\(count) events are"
      context.note("\(events) of the kind '\(kind.echoed)', which this version does not know.")
    }
    guard report.isSound else {
      // What was found is the answer, and not lost with the failure.
      try context.output.flush()
      throw report.failure
    }
  }
}

extension Context {
  /// Prints the findings, a line each, or that there is none.
  fileprivate func tell(_ report: CheckReport) {
    for finding in report.findings { print(Harmless.text("\(finding)")) }
    if report.furtherFindings > 0 { print("… and \(report.furtherFindings) more.") }
    guard report.isSound else { return }
    let sessions = report.sessions == 1 ? "1 session" : "\(report.sessions) sessions"
    print("Sound: \(report.events == 1 ? "1 event" : "\(report.events) events") in \(sessions).")
  }
}

extension CheckReport {
  /// What the findings come to.
  fileprivate var failure: Failure {
    if isMendedByRebuilding {
      return Failure(
        exitCode: ExitCode.data, kind: "damaged",
        message: "The log is sound, its tables are not: 'laptimer rebuild' makes them anew.")
    }
    if findings.count == 1, case .fold(let version?, let known) = findings[0] {
      return Failure(LogError.newerFold(version: version, known: known))
    }
    return Failure(
      exitCode: ExitCode.data, kind: "damaged",
      message: """
        The log is damaged: go back to a backup, or save what is left by 'laptimer export --salvage'.
        """)
  }

  /// Writes the report as a document.
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.field("sound", isSound)
      $0.field("events", events)
      $0.field("sessions", sessions)
      $0.field("clocks", clocks)
      $0.object("unknown_kinds") { json in
        for (kind, count) in unknownKinds.sorted(by: { $0.key < $1.key }) {
          json.field(kind, count)
        }
      }
      $0.array("findings") { json in
        for finding in findings { json.element("\(finding)") }
      }
      $0.field("further_findings", furtherFindings)
    }
  }
}
