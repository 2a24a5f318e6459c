import Arguments
import EventLog
import Glibc
import Logbook
import Racing
import Text
import Timing

/// An error that a subcommand finds itself, as facts.
enum CommandError: Error {
  /// The session is no attempt at a course.
  case noCourse(session: Int)
  /// The session to compare with is no attempt at a course.
  case noAttempt(session: Int, comparedWith: Int)
  /// No attempt that had ended before the session makes this comparison.
  case noComparison(String, session: Int)
  /// The word is neither a session nor a comparison; a similar one, if there is one.
  case unknownComparison(String, suggestion: String?)
  /// No attempt at a course makes this comparison.
  case noTrack(String, course: String)
  /// `show --at-time`: the session has not reached that running time; nil: it has not started.
  case notReached(session: Int, time: Duration, current: Duration?, StopwatchLabel)
  /// `show --at-event`: the session has fewer events.
  case noSuchEvent(session: Int, event: Int, count: Int)
  /// `explain`: the session has no such number.
  case notExplained(session: Int, Explanation.Failure)
  /// `explain`: the number is no lap of the session, which is a race; it may be meant as a bib.
  case noLapOfRace(Int, session: Int)

  /// `check`: the events are intact, the tables are not.
  case damagedTables
  /// `check`: the log is damaged.
  case damagedLog
  /// `rebuild`: the log itself is damaged.
  case beyondRebuilding(Finding)

  /// `record`: the user interrupted.
  case recordInterrupted
  /// `record`: standard input could not be read.
  case inputFailed(errno: Int32)
  /// `record`: some lines were rejected.
  case rejectedLines(Int, recorded: Int)
  /// `record`: a line is invalid.
  case badLine(BadLine)

  /// `import`: the user interrupted.
  case importInterrupted
  /// `import`: the file or pipe could not be opened or read.
  case unreadable(name: String, errno: Int32)
  /// `import`: the pipe has more bytes than allowed.
  case tooLong(name: String, limit: Int)
  /// `import`: the pipe could not be copied to the temporary folder.
  case notCopied(name: String, folder: String, OutputError)

  /// A text file that is read whole has a line of invalid UTF-8.
  case invalidUTF8(name: String, line: Int)
  /// A file that is read whole is larger than this.
  case fileTooLong(name: String, limit: Int)
  /// `--segments`: the file is binary, XML or JSON.
  case notSegments(name: String)
  /// `--segments`: a line of the file is not the name of a segment.
  case badSegment(name: String, line: Int, LabelError)
  /// `entries`: the file has a wrong row.
  case badEntries(name: String, EntriesFileError)
  /// `entries`: the file has no rows.
  case noEntries(name: String)
  /// `standings`: no runner is in the category or the wave; the names of those with runners.
  case noRunners(String, name: String, known: [String])

  /// The session times a point of a race that this log does not have.
  case raceElsewhere(EventID, session: Int)

  /// The reason why a line of `record` is invalid.
  enum BadLine {
    case tooLong
    case invalidUTF8
    case unfinishedWord(UnfinishedWord)
    case usage(UsageError)
    /// It has an option of `record` itself.
    case sharedOption(String)
    /// Its subcommand appends nothing.
    case notWriting(String)
    case helpOrVersion
  }
}

extension Failure {
  init(_ error: CommandError) {
    let (code, kind, message) = error.rendered
    self.init(exitCode: code, kind: kind, message: message)
  }
}

extension CommandError {
  fileprivate var rendered: (Int32, String, String) {
    switch self {
    case .noCourse(let session):
      (
        ExitCode.refused, "no_course",
        """
        Session \(session) is no attempt at a course. 'laptimer compare \(session) SESSION' compares it \
        with another session, 'laptimer plan --course NAME --session \(session)' makes it an attempt.
        """
      )
    case .noAttempt(let other, let session):
      (
        ExitCode.refused, "no_course",
        """
        Session \(other) is no attempt at a course. 'laptimer compare \(session) \(other)' compares \
        any two sessions lap by lap.
        """
      )
    case .noComparison(let word, let session):
      (
        ExitCode.refused, "no_comparison",
        """
        No attempt that had ended before session \(session) makes the comparison \
        '\(word.echoed)'. '--as-of now' compares with all attempts.
        """
      )
    case .unknownComparison(let word, let suggestion):
      (
        ExitCode.noInput, "unknown_session",
        """
        '\(word.echoed)' is neither a session nor a comparison. \
        \(suggestion.map { "Did you mean '\($0.echoed)'? " } ?? "")\
        The comparisons are \(Comparison.names.joined(separator: ", ")).
        """
      )
    case .noTrack(let word, let course):
      (
        ExitCode.refused, "no_comparison",
        "No attempt at the course '\(course.echoed)' makes the comparison '\(word.echoed)'."
      )
    case .notReached(let session, let time, let current, let label):
      (
        ExitCode.refused, "not_reached",
        """
        Session \(session) has not reached \(label.text(of: time)): \
        \(current.map { "it is at \(label.text(of: $0))" } ?? "it has not been started").
        """
      )
    case .noSuchEvent(let session, let event, let count):
      (
        ExitCode.refused, "no_such_event",
        """
        Session \(session) has no event \(event): it has \
        \(count == 1 ? "1 event" : "\(count) events"). 'laptimer events \(session)' lists them.
        """
      )
    case .notExplained(let session, let failure):
      (
        ExitCode.refused, failure.kind,
        "\(failure.message(session)) 'laptimer events \(session)' lists the events."
      )
    case .noLapOfRace(let number, let session):
      (
        ExitCode.refused, "no_such_lap",
        """
        Session \(session) is a race, whose laps are those of its runners. \
        'laptimer explain --bib \(number) --session \(session)' explains the place of a runner.
        """
      )
    case .damagedTables:
      (
        ExitCode.data, "damaged",
        "The events are intact, but the tables are not: 'laptimer rebuild' rebuilds them."
      )
    case .damagedLog:
      (
        ExitCode.data, "damaged",
        """
        The log is damaged: restore a backup, or save the readable events with \
        'laptimer export --salvage'.
        """
      )
    case .beyondRebuilding(let finding):
      (
        ExitCode.data, "damaged",
        """
        Rebuilding cannot repair this log (\(finding)): restore a backup, or save the readable \
        events with 'laptimer export --salvage'.
        """
      )
    case .recordInterrupted:
      (ExitCode.interrupted, "interrupted", "Interrupted. All answered lines are saved.")
    case .inputFailed(let number):
      (
        ExitCode.inputOutput, "input_output",
        "Standard input could not be read: \(systemMessage(number)). All answered lines are saved."
      )
    case .rejectedLines(let rejected, let recorded):
      (
        ExitCode.data, "bad_lines",
        "\(recorded == 1 ? "1 line" : "\(recorded) lines") recorded, \(rejected) rejected."
      )
    case .invalidUTF8(let name, let line):
      (ExitCode.data, "invalid_utf8", "\(name), line \(line) is not valid UTF-8.")
    case .notSegments(let name):
      (
        ExitCode.data, "bad_segments",
        "\(name) is not a list of segments: it must be UTF-8 text with a name on each line."
      )
    case .badSegment(let name, let line, let error):
      (ExitCode.data, "bad_segments", "\(name), line \(line): the name is invalid: \(error).")
    case .fileTooLong(let name, let limit):
      (ExitCode.data, "too_large", "\(name) is longer than \(ByteCount.text(limit)).")
    case .badEntries(let name, let error):
      (ExitCode.data, "bad_entries", "\(name), \(error.description). Nobody was entered.")
    case .noEntries(let name): (ExitCode.data, "bad_entries", "\(name) has no rows.")
    case .noRunners(let kind, let name, let known):
      (ExitCode.refused, "no_runners", Self.noRunners(kind, name, known))
    case .raceElsewhere(let race, let session):
      (
        ExitCode.refused, "times_point",
        """
        Session \(session) times a point of race \(race), which is not in this log. \
        'laptimer import FILE --foreign' imports it.
        """
      )
    case .badLine(let line): (ExitCode.data, "bad_line", line.message)
    case .importInterrupted:
      (ExitCode.interrupted, "interrupted", "Interrupted. Nothing was imported.")
    case .unreadable(let name, ENOENT), .unreadable(let name, ENOTDIR):
      (ExitCode.noInput, "no_file", "There is no file \(name).")
    case .unreadable(let name, EACCES), .unreadable(let name, EPERM):
      (ExitCode.noPermission, "no_permission", "No permission for \(name).")
    case .unreadable(let name, EISDIR): (ExitCode.data, "not_a_file", "\(name) is a folder.")
    case .unreadable(let name, let number):
      (
        ExitCode.inputOutput, OutputError(errno: number).kind,
        "\(name) could not be read: \(systemMessage(number))."
      )
    case .tooLong(let name, let limit):
      (
        ExitCode.data, "too_large",
        """
        \(name) is longer than \(ByteCount.text(limit)). Nothing was imported; \
        '\(ImportCommand.maxSize.definition.key)' allows more.
        """
      )
    case .notCopied(let name, let folder, let error):
      (
        ExitCode.inputOutput, error.kind,
        """
        \(name) could not be copied to the temporary folder \(folder.shown): \
        \(error.reason).\(error.isNoRoom ? " Make room, or set TMPDIR to another folder." : "")
        """
      )
    }
  }
}

extension CommandError {
  /// The sentences on a wave or a category without runners, with the similar one.
  private static func noRunners(_ kind: String, _ name: String, _ known: [String]) -> String {
    let plural = kind == "category" ? "categories" : "waves"
    guard !known.isEmpty else {
      return "No runner is in the \(kind) '\(name.echoed)': the entries name no \(plural)."
    }
    let nearest = Spelling.nearest(to: name, among: known)
    return """
      No runner is in the \(kind) '\(name.echoed)'. \([nearest].compactMap(\.self).question)\
      The \(plural) with runners: \(known.map { "'\($0.echoed)'" }.listed(atMost: 10)).
      """
  }
}

extension Explanation.Failure {
  fileprivate var kind: String {
    switch self {
    case .noSuchLap: "no_such_lap"
    case .noSuchEvent, .noRunningTime, .omitted: "no_such_event"
    }
  }

  fileprivate func message(_ session: Int) -> String {
    switch self {
    case .noSuchLap(let number, let count):
      "Session \(session) has no lap \(number): it has \(SplitList.header(count: count))."
    case .noSuchEvent(let reference): "Session \(session) has no \(reference.noun)."
    case .noRunningTime(let event): "Event @\(event) has no running time."
    case .omitted(let omission):
      """
      Event @\(omission.event) does not count: it was \(omission.isRemoved ? "removed" : "taken back") \
      by @\(omission.by).
      """
    }
  }
}

extension CommandError.BadLine {
  fileprivate var message: String {
    switch self {
    case .tooLong: "The line is longer than \(LineReader.longest) bytes."
    case .invalidUTF8: "The line is not valid UTF-8."
    case .unfinishedWord(let error): error.message
    case .usage(let error): error.message
    case .sharedOption(let name): "'\(name)' is an option of 'record' itself, for all lines."
    case .notWriting(let word): "'\(word)' does not append an event: a line cannot contain it."
    case .helpOrVersion: "A line cannot ask for help or the version."
    }
  }
}

extension OutputError {
  fileprivate var isNoRoom: Bool { if case .noRoom = self { true } else { false } }
}
