package import Arguments
package import EventLog
import Glibc
import Host
package import Logbook
package import SQLite
package import Text
import Timing

extension Failure {
  /// Creates the failure of a subcommand; without one, of an append.
  package init(_ error: LogError, of subcommand: Subcommand? = nil) {
    switch error {
    case .damaged(let position, let flaw):
      self.init(
        "damaged", "Event \(position) of the log is damaged: \(flaw). \(Self.helpForDamage).")
    case .inconsistent(let contradiction):
      self.init(
        "damaged",
        "The log is inconsistent: \(contradiction). \(command: "check") shows details.")
    case .newerTables(let version, let known):
      self.init(
        "newer_log",
        """
        The tables of the log were written by a newer laptimer (version \(version), this one \
        knows \(known)): it can be read, but not written.
        """)
    case .moved(let path):
      let reason: Message =
        "\(quoted: path) was moved, deleted or replaced while it was in use."
      self.init(
        "log_moved",
        "\(reason) Nothing was written; move it back, or repeat the command for a new log.",
        reason: reason)
      isNotSaved = true
    case .commitFailed(let outcome, let reason):
      let cause = Failure(reason)
      let text = outcome == .notSaved ? cause.message : cause.reason
      self.init(
        outcome.rawValue, "\(outcome.words(of: subcommand?.name, reason)). \(text)",
        reason: cause.reason)
      isNotSaved = outcome == .notSaved
    }
  }

  package static let restoreOrSalvage: Message = """
    restore a backup, or save the readable events with \(command: "export --salvage")
    """

  package static let helpForDamage: Message =
    "\(command: "check") shows details; \(restoreOrSalvage)"

  package init(_ error: DatabaseError) { self.init(error, at: nil) }

  /// Creates the failure for an error of SQLite; `path` is the file if the error names none.
  package init(_ error: DatabaseError, at path: String?) {
    let kind =
      switch error.code.primary {
      case .busy, .locked, .lockProtocol: "locked"
      case _ where error.isDamage || error.isOfSchema: "damaged"
      case _ where error.systemError == EROFS: "read_only"
      case _ where error.isForbidden: "no_permission"
      case _ where error.wantsRoom: "disk_full"
      case _ where error.wantsDescriptors: "too_many_files"
      case _ where error.code.primary == .noMemory || error.systemError == ENOMEM: "no_memory"
      case .cannotOpen: "cannot_open"
      default: "input_output"
      }
    let file = error.file ?? path
    self.init(
      kind, error.message(about: file, isAdvising: true),
      reason: error.message(about: file, isAdvising: false))
    isNotSaved = error.isNotSaved
  }
}

extension DatabaseError {
  /// The damaged file or the failed disk, then SQLite's message; if advising, also that nothing was
  /// written, and to try again.
  fileprivate func message(about file: String?, isAdvising: Bool) -> Message {
    // The SQL in it may have several lines.
    let words = Message(verbatim: description)
    if isBusy {
      return """
        Another process has locked the log, and did not unlock it in \
        time\(isAdvising ? ". Nothing was written; try again" : "") (\(words)).
        """
    }
    if isDamage {
      return "\(file?.shown ?? "The log") is damaged: \(Failure.helpForDamage) (\(words))."
    }
    if isOfSchema, message.hasSuffix("already exists") {
      return """
        The log has a table or index, not made by laptimer, with a name that laptimer needs \
        (\(message)): rename or drop it, as with sqlite3.
        """
    }
    if isOfSchema {
      return """
        The tables of the log were changed (\(message)): \(command: "check") shows which, \
        \(command: "rebuild") rebuilds them from the events.
        """
    }
    guard let file = file?.shown else { return "\(words)." }
    let cause = systemError == 0 ? "" : ": \(systemMessage(systemError))"
    let again = isAdvising ? ", then try again" : ""
    let trouble: Message =
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
    return "\(trouble) (\(words))."
  }

  /// Whether the error prevented valid events from being saved: the log was locked, or the machine
  /// failed.
  var isNotSaved: Bool { isBusy || !(isDamage || isOfSchema || isForbidden) }
}

extension CommitOutcome {
  /// The outcome of a failed commit for the subcommand, as a clause.
  fileprivate func words(of subcommand: String?, _ reason: DatabaseError) -> Message {
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
    case (_, .unknown): "It is unknown whether the event is saved: see \(command: "events")"
    }
  }
}

extension Failure {
  package init(_ error: QueryError) {
    switch error {
    case .notOneStatement: self.init("bad_sql", "A query must be exactly one statement.")
    case .denied(let what): self.init("denied", "A query can only read: \(what) is denied.")
    case .wrong(let error): self.init("bad_sql", Message(verbatim: error.message + "."))
    case .timedOut(let limit):
      self.init(
        "timed_out",
        "The query was stopped after \(limit.spoken); '--timeout' allows more time.")
    case .interrupted: self = .interrupted
    case .tooMuchMemory(let limit):
      self.init("too_large", "The query needs more than \(limit >> 20) MiB of memory.")
    case .failed(let error): self.init(error)
    }
  }

  /// Creates the failure for a table that does not fit into memory.
  package init(tooLargeATable limit: Int) {
    self.init(
      "too_large",
      """
      The table needs more than \(limit >> 20) MiB of memory; '--format csv' and \
      '--format ndjson' have no limit.
      """)
  }

  /// Creates the failure for rows that the format cannot represent.
  package init(_ error: RowFormatError) {
    switch error {
    case .twoColumns(let name):
      self.init(
        "bad_sql", "Two columns have the name \(quoted: name): rename one with AS for JSON.")
    }
  }

  package init(_ error: CourseError) {
    let message: Message =
      switch error {
      case .none:
        """
        No session has a course. \(command: "start --course NAME --segments \"1,2,3\"") starts an \
        attempt at one.
        """
      case .unknown(let course, let suggestion?):
        "There is no course \(quoted: course).\([suggestion].question)"
      case .unknown(let course, nil):
        "There is no course \(quoted: course). \(command: "best") shows the newest one."
      case .unknownSegment(let segment, let course, let suggestion):
        """
        No session has a segment \(quoted: segment) of course \(quoted: course).\
        \(suggestion.question)
        """
      }
    self.init(error.kind, message)
  }
}
