import Arguments
import EventLog
import Glibc
import Logbook
import SQLite
import Text
import Timing

extension Failure {
  /// Creates the failure of a subcommand; without one, of an append.
  init(_ error: LogError, of subcommand: Subcommand? = nil) {
    switch error {
    case .damaged(let position, let flaw):
      self.init(
        exitCode: ExitCode.data, kind: "damaged",
        message: "Event \(position) of the log is damaged: \(flaw). \(Self.helpForDamage).")
    case .inconsistent(let contradiction):
      self.init(
        exitCode: ExitCode.data, kind: "damaged",
        message: "The log is inconsistent: \(contradiction). 'laptimer check' shows details.")
    case .newerTables(let version, let known):
      self.init(
        exitCode: ExitCode.data, kind: "newer_log",
        message: """
          The tables of the log were written by a newer laptimer (version \(version), this one \
          knows \(known)): it can be read, but not written.
          """)
    case .moved(let path):
      let reason = "\(path.shown) was moved, deleted or replaced while it was in use."
      self.init(
        exitCode: ExitCode.inputOutput, kind: "log_moved",
        message: """
          \(reason) Nothing was written; move it back, or repeat the command for a new log.
          """, reason: reason)
    case .commitFailed(let outcome, let reason):
      let cause = Failure(reason)
      let text = outcome == .notSaved ? cause.message : cause.reason
      self.init(
        exitCode: ExitCode.inputOutput, kind: outcome.rawValue,
        message: "\(outcome.words(of: subcommand?.name, reason)). \(text)", reason: cause.reason)
    }
    isNotSaved = error.isNotSaved
  }

  static let helpForDamage = """
    'laptimer check' shows details; restore a backup, or save the readable events with \
    'laptimer export --salvage'
    """

  init(_ error: DatabaseError) { self.init(error, at: nil) }

  /// Creates the failure for an error of SQLite; `path` is the file if the error names none.
  init(_ error: DatabaseError, at path: String?) {
    let (code, kind): (Int32, String) =
      switch error.code.primary {
      case .busy, .locked, .lockProtocol: (ExitCode.temporary, "locked")
      case _ where error.isDamage || error.isOfSchema: (ExitCode.data, "damaged")
      case _ where error.systemError == EROFS: (ExitCode.noPermission, "read_only")
      case _ where error.isForbidden: (ExitCode.noPermission, "no_permission")
      case _ where error.wantsRoom: (ExitCode.inputOutput, "disk_full")
      case _ where error.wantsDescriptors: (ExitCode.inputOutput, "too_many_files")
      case .noMemory: (ExitCode.inputOutput, "no_memory")
      case _ where error.systemError == ENOMEM: (ExitCode.inputOutput, "no_memory")
      case .cannotOpen: (ExitCode.inputOutput, "cannot_open")
      default: (ExitCode.inputOutput, "input_output")
      }
    let file = error.file ?? path
    self.init(
      exitCode: code, kind: kind, message: error.message(about: file, isAdvising: true),
      reason: error.message(about: file, isAdvising: false))
    isNotSaved = error.isNotSaved
  }
}

extension DatabaseError {
  /// The damaged file or the failed disk, then SQLite's message; if advising, also that nothing was
  /// written, and to try again.
  fileprivate func message(about file: String?, isAdvising: Bool) -> String {
    if isBusy {
      return """
        Another process has locked the log, and did not unlock it in \
        time\(isAdvising ? ". Nothing was written; try again" : "") (\(self)).
        """
    }
    if isDamage {
      return "\(file.map(\.shown) ?? "The log") is damaged: \(Failure.helpForDamage) (\(self))."
    }
    if isOfSchema, message.hasSuffix("already exists") {
      return """
        The log has something of a name that laptimer needs, and that it did not make (\(message)): \
        rename or drop it, as with sqlite3.
        """
    }
    if isOfSchema {
      return """
        The tables of the log were changed (\(message)): 'laptimer check' shows which, \
        'laptimer rebuild' rebuilds them from the events.
        """
    }
    guard let file = file?.shown else { return "\(self)." }
    let cause = systemError == 0 ? "" : ": \(systemMessage(systemError))"
    let again = isAdvising ? ", then try again" : ""
    let trouble =
      switch systemError {
      case EDQUOT: "The quota on the disk of \(file) is used up: make room\(again)"
      case EFBIG: "\(file) has reached the size limit for files, see 'ulimit -f'"
      case _ where wantsRoom: "The disk of \(file) is full: make room\(again)"
      case _ where mayWantRoom:
        """
        The disk of \(file) failed, or is full: reading, too, needs room for a file beside the log. \
        Make some\(again)
        """
      case EROFS: "\(file) is on a read-only file system"
      case ENOMEM: "There is not enough memory for \(file), or for a file beside it"
      case _ where isForbidden: "No permission for \(file), or for a file beside it\(cause)"
      case _ where code.primary == .cannotOpen:
        "\(file), or a file beside it, cannot be opened\(cause)"
      case _ where code.primary == .inputOutput: "The disk of \(file) failed\(cause)"
      default: "\(file) cannot be used"
      }
    return "\(trouble) (\(self))."
  }
}

extension CommitOutcome {
  /// The outcome of a failed commit for the subcommand, as a clause.
  fileprivate func words(of subcommand: String?, _ reason: DatabaseError) -> String {
    switch (subcommand, self) {
    case ("import", .saved): "The events are imported, although the write reported an error"
    case ("import", .notSaved): "Nothing was imported"
    case ("import", .unknown):
      "It is unknown whether the events are imported; importing them again is safe"
    case ("rebuild", .notSaved) where reason.isUnwritten: "The tables are unchanged"
    // No event shows whether tables were rebuilt.
    case ("rebuild", .saved), ("rebuild", .notSaved), ("rebuild", .unknown):
      "It is unknown whether the tables are rebuilt: rebuild them again"
    case (_, .saved): "The event is saved, although the write reported an error"
    case (_, .notSaved): "The event is not saved"
    case (_, .unknown): "It is unknown whether the event is saved: see 'laptimer events'"
    }
  }
}

extension LogError {
  /// Whether the error prevented valid events from being saved; they can be appended later.
  fileprivate var isNotSaved: Bool {
    switch self {
    case .moved, .commitFailed(.notSaved, _): true
    case .damaged, .inconsistent, .newerTables, .commitFailed(.saved, _),
      .commitFailed(.unknown, _):
      false
    }
  }
}

extension DatabaseError {
  /// Whether the error prevented valid events from being saved: the log was locked, or the machine
  /// failed.
  var isNotSaved: Bool { isBusy || !(isDamage || isOfSchema || isForbidden) }
}

func systemMessage(_ number: Int32) -> String {
  let words = strerror(number).map { String(cString: $0) } ?? "error \(number)"
  return number == EMFILE ? words + ", see 'ulimit -n'" : words
}

extension Failure {
  init(_ error: QueryError) {
    switch error {
    case .notOneStatement:
      self.init(
        exitCode: ExitCode.data, kind: "bad_sql",
        message: "A query must be exactly one statement.")
    case .denied(let what):
      self.init(
        exitCode: ExitCode.data, kind: "denied",
        message: "A query can only read: \(what) is denied.")
    case .wrong(let error):
      self.init(exitCode: ExitCode.data, kind: "bad_sql", message: "\(error.message).")
    case .timedOut(let limit):
      self.init(
        exitCode: ExitCode.temporary, kind: "timed_out",
        message: """
          The query was stopped after \(limit.spoken); '--timeout' allows more time.
          """)
    case .interrupted:
      self.init(exitCode: ExitCode.interrupted, kind: "interrupted", message: "Interrupted.")
    case .tooMuchMemory(let limit):
      self.init(
        exitCode: ExitCode.data, kind: "too_large",
        message: "The query needs more than \(limit >> 20) MiB of memory.")
    case .failed(let error): self.init(error)
    }
  }

  /// Creates the failure for a table that does not fit into memory.
  init(tooLargeATable limit: Int) {
    self.init(
      exitCode: ExitCode.data, kind: "too_large",
      message: """
        The table needs more than \(limit >> 20) MiB of memory; '--format csv' and \
        '--format ndjson' have no limit.
        """)
  }

  /// Creates the failure for rows that the format cannot represent.
  init(_ error: RowFormatError) {
    switch error {
    case .twoColumns(let name):
      self.init(
        exitCode: ExitCode.data, kind: "bad_sql",
        message:
          "Two columns have the name '\(name.echoed)': rename one with AS for JSON."
      )
    }
  }
}
