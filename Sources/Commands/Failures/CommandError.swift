import Arguments
import EventLog
import Glibc
import Host
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
    switch error {
    case .noCourse(let session):
      self.init(
        "no_course",
        """
        Session \(session) is no attempt at a course. \(command: "compare \(session) SESSION") \
        compares it with another session, \(command: "plan --course NAME", session: session) makes \
        it an attempt.
        """)
    case .noAttempt(let other, let session):
      self.init(
        "no_course",
        """
        Session \(other) is no attempt at a course. \(command: "compare \(session) \(other)") \
        compares any two sessions lap by lap.
        """)
    case .noComparison(let word, let session):
      self.init(
        "no_comparison",
        """
        No attempt that had ended before session \(session) makes the comparison \(quoted: word). \
        '--as-of now' compares with all attempts.
        """)
    case .unknownComparison(let word, let suggestion):
      self.init(
        "unknown_session",
        """
        \(quoted: word) is neither a session nor a comparison.\(suggestion.question) The \
        comparisons are \(Comparison.names.joined(separator: ", ")).
        """)
    case .noTrack(let word, let course):
      self.init(
        "no_comparison",
        "No attempt at the course \(quoted: course) makes the comparison \(quoted: word).")
    case .notReached(let session, let time, let current, let label):
      let state = current.map { "it is at \(label.text(of: $0))" } ?? "it has not been started"
      self.init(
        "not_reached", "Session \(session) has not reached \(label.text(of: time)): \(state).")
    case .noSuchEvent(let session, let event, let count):
      self.init(
        "no_such_event",
        """
        Session \(session) has no event \(event): it has \(count, "event"). \
        \(command: "events \(session)") lists them.
        """)
    case .notExplained(let session, let failure):
      self.init(
        failure.kind,
        "\(failure.message(session)) \(command: "events \(session)") lists the events.")
    case .noLapOfRace(let number, let session):
      self.init(
        "no_such_lap",
        """
        Session \(session) is a race, whose laps are those of its runners. \
        \(command: "explain --bib \(number)", session: session) explains the place of a runner.
        """)
    case .damagedTables:
      self.init(
        "damaged",
        "The events are intact, but the tables are not: \(command: "rebuild") rebuilds them.")
    case .damagedLog: self.init("damaged", "The log is damaged: \(Self.restoreOrSalvage).")
    case .beyondRebuilding(let finding):
      self.init(
        "damaged", "Rebuilding cannot repair this log (\(finding)): \(Self.restoreOrSalvage).")
    case .recordInterrupted:
      self.init("interrupted", "Interrupted. All answered lines are saved.")
    case .inputFailed(let number):
      self.init(
        "input_output",
        """
        Standard input could not be read: \(systemMessage(number)). All answered lines are saved.
        """)
    case .rejectedLines(let rejected, let recorded):
      self.init("bad_lines", "\(recorded, "line") recorded, \(rejected) rejected.")
    case .badLine(let line): self.init("bad_line", line.message)
    case .importInterrupted: self.init("interrupted", "Interrupted. Nothing was imported.")
    case .unreadable(let name, let number):
      switch number {
      case ENOENT, ENOTDIR: self.init("no_file", "There is no file \(name).")
      case EACCES, EPERM: self.init("no_permission", "No permission for \(name).")
      case EISDIR: self.init("not_a_file", "\(name) is a folder.")
      default:
        self.init(
          OutputError(errno: number).kind,
          "\(name) could not be read: \(systemMessage(number)).")
      }
    case .tooLong(let name, let limit):
      self.init(
        "too_large",
        """
        \(name) is longer than \(ByteCount.text(limit)). Nothing was imported; \
        '\(ImportCommand.maxSize.definition.key)' allows more.
        """)
    case .notCopied(let name, let folder, let error):
      let advice =
        if case .noRoom = error { " Make room, or set TMPDIR to another folder." } else { "" }
      self.init(
        error.kind,
        """
        \(name) could not be copied to the temporary folder \(quoted: folder): \
        \(error.reason).\(advice)
        """)
    case .invalidUTF8(let name, let line):
      self.init("invalid_utf8", "\(name), line \(line) is not valid UTF-8.")
    case .fileTooLong(let name, let limit):
      self.init("too_large", "\(name) is longer than \(ByteCount.text(limit)).")
    case .notSegments(let name):
      self.init(
        "bad_segments",
        "\(name) is not a list of segments: it must be UTF-8 text with a name on each line.")
    case .badSegment(let name, let line, let error):
      self.init("bad_segments", "\(name), line \(line): the name is invalid: \(error).")
    case .badEntries(let name, let error):
      self.init("bad_entries", "\(name), \(error.description). Nobody was entered.")
    case .noEntries(let name): self.init("bad_entries", "\(name) has no rows.")
    case .noRunners(let kind, let name, let known):
      let plural = kind == "category" ? "categories" : "waves"
      let start: Message = "No runner is in the \(kind) \(quoted: name)"
      let nearest = Spelling.nearest(to: name, among: known)
      self.init(
        "no_runners",
        known.isEmpty
          ? "\(start): the entries name no \(plural)."
          : """
          \(start).\(nearest.question) The \(plural) with runners: \
          \(known.map(\.shown).listed(atMost: 10)).
          """)
    case .raceElsewhere(let race, let session):
      self.init(
        "times_point",
        """
        Session \(session) times a point of race \(race), which is not in this log. \
        \(command: "import FILE --foreign") imports it.
        """)
    }
  }
}

extension Explanation.Failure {
  fileprivate var kind: String {
    if case .noSuchLap = self { "no_such_lap" } else { "no_such_event" }
  }

  fileprivate func message(_ session: Int) -> Message {
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
  fileprivate var message: Message {
    switch self {
    case .tooLong: "The line is longer than \(LineReader.longest) bytes."
    case .invalidUTF8: "The line is not valid UTF-8."
    case .unfinishedWord(let error): "\(error.message)"
    case .usage(let error): Message(verbatim: error.message)
    case .sharedOption(let name): "'\(name)' is an option of 'record' itself, for all lines."
    case .notWriting(let word): "'\(word)' does not append an event: a line cannot contain it."
    case .helpOrVersion: "A line cannot ask for help or the version."
    }
  }
}
