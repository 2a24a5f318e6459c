package import EventLog
import Glibc
import Host
import SQLite
import Text

extension Failure {
  package init(_ error: ImportError) {
    let help: Message =
      switch error.fault {
      case .missing, .noStart:
        """
        ; \(command: "import --salvage") imports the rest and reports the missing events
        """
      case .diverged:
        """
        ; the session continues differently in this log: '--db' with another file imports it \
        separately
        """
      case .writtenHere:
        """
        ; only one log can continue a session: \(command: "import FILE") without --foreign imports \
        these events, if the other log no longer continues it
        """
      case .invalid: ""
      }
    self.init(
      error.kind, "Line \(error.line): \(error.fault). Nothing was imported\(help).")
  }

  /// Creates the failure for a copy that was not made.
  package init(_ error: BackupError) { self.init(error, isRestoring: false) }

  /// Creates the failure for a copy that was not restored.
  package init(restoring error: any Error) {
    switch error {
    // The folder of the log failed: the log need not be created.
    case OpeningError.cannotMake(_, let cause): self.init(.system(cause), isRestoring: true)
    case let error as BackupError: self.init(error, isRestoring: true)
    default: self.init(common: error)
    }
  }

  private init(_ error: BackupError, isRestoring: Bool) {
    let copy = isRestoring ? "copy to restore" : "log to copy"
    let nothing = isRestoring ? "Nothing was restored" : "No copy was made"
    let unchanged = isRestoring ? " The log is unchanged." : ""
    switch error {
    case .noLog(let path):
      self.init("no_log", "There is no \(copy): \(quoted: path) does not exist.")
    case .empty(let path):
      self.init("not_a_log", "There is no \(copy): \(quoted: path) is empty.\(unchanged)")
    case .exists(let path):
      self.init("exists", "\(quoted: path) already exists; '--force' replaces it.")
    case .isTheLog(let path):
      let rest = isRestoring ? ", or a file of it: name a copy to restore" : ""
      self.init(
        "is_the_log", exitCode: isRestoring ? ExitCode.usage : nil,
        "\(quoted: path) is the log itself\(rest).\(unchanged)")
    case .inUse(let path, let other):
      self.init(
        "in_use", "\(quoted: path) is a database in use: \(quoted: other) belongs to it.")
    case .notAFile(let path):
      self.init(
        "not_a_file", exitCode: ExitCode.cannotCreate, "\(quoted: path) is not a file.")
    case .damaged(let path, let finding):
      let help: Message =
        isRestoring
        ? """
        \(command: "check", log: path) shows details, and \
        \(command: "export --salvage", log: path) saves the readable events
        """ : Self.helpForDamage
      self.init(
        "damaged",
        """
        \(quoted: path) is damaged, and was not \(isRestoring ? "restored" : "copied"): \
        \(finding.echoed).\(unchanged) \(help).
        """)
    case .interrupted: self.init("interrupted", "Interrupted. \(nothing).\(unchanged)")
    case .system(let error):
      let kind =
        switch error.number {
        case EROFS: "read_only"
        case EACCES, EPERM: "no_permission"
        case ENOENT, ENOTDIR: "cannot_create"
        default: OutputError(errno: error.number).kind
        }
      self.init(
        kind,
        "\(nothing): \(quoted: error.path): \(systemMessage(error.number)).\(unchanged)")
    case .failed(let error):
      let failure = Failure(error)
      self.init(
        failure.kind, exitCode: failure.exitCode, "\(nothing).\(unchanged) \(failure.message)")
    case .unsynced(let error)
    where isRestoring && ["-wal", "-journal", "-shm"].contains(where: error.path.hasSuffix):
      self.init(
        "not_synced",
        """
        The copy is restored, but a file of the replaced log could not be moved away: \
        \(quoted: error.path): \(systemMessage(error.number)). The next command tries again.
        """)
    case .unsynced(let error):
      self.init(
        "not_synced",
        """
        The copy is \(isRestoring ? "restored" : "saved"), but may not survive a power failure: \
        \(isRestoring ? "the" : "its") folder \(quoted: error.path) could not be synced: \
        \(systemMessage(error.number)).
        """)
    }
  }
}
