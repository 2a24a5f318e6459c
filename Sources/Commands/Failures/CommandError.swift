import Arguments
import EventLog
import Glibc
import Text
import Timing

/// An error that a subcommand finds itself, as facts.
enum CommandError: Error {
  /// `show --at-time`: the session has not reached that running time; nil: it has not started.
  case notReached(session: Int, time: Duration, current: Duration?, StopwatchLabel)
  /// `show --at-event`: the session has fewer events.
  case noSuchEvent(session: Int, event: Int, count: Int)

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
  /// Creates the failure for an error of a subcommand.
  init(_ error: CommandError) {
    let (code, kind, message) = error.rendered
    self.init(exitCode: code, kind: kind, message: message)
  }
}

extension CommandError {
  /// The exit code, the kind and the message.
  fileprivate var rendered: (Int32, String, String) {
    switch self {
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
