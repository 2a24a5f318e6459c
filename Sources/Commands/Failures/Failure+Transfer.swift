import Arguments
import EventLog
import Logbook
import Text
import Glibc
import SQLite

extension Failure {
  init(_ error: ImportError) {
    let help =
      switch error.fault {
      case .missing, .noStart:
        "; 'laptimer import --salvage' imports the rest and reports the missing events"
      case .diverged:
        """
        ; the session continues differently in this log: '--db' with another file imports it \
        separately
        """
      case .writtenHere:
        """
        ; only one log can continue a session: 'laptimer import FILE' without --foreign imports \
        these events, if the other log no longer continues it
        """
      case .invalid: ""
      }
    self.init(
      exitCode: ExitCode.data, kind: error.kind,
      message: "Line \(error.line): \(error.fault). Nothing was imported\(help).")
  }

  init(_ error: BackupError) {
    let (code, kind, message) = error.rendered
    self.init(exitCode: code, kind: kind, message: message)
  }

  /// Creates the failure for a copy that was not restored.
  init(restoring error: any Error) {
    var error = error
    // The folder of the log failed: the log need not be created.
    if case OpeningError.cannotMake(_, let cause) = error { error = BackupError.system(cause) }
    guard let error = error as? BackupError else {
      self.init(error)
      return
    }
    let (code, kind, message) = error.renderedForRestore
    self.init(exitCode: code, kind: kind, message: message)
  }
}

extension BackupError {
  fileprivate var rendered: (Int32, String, String) {
    switch self {
    case .noLog(let path):
      (ExitCode.noInput, "no_log", "There is no log to copy: \(path.shown) does not exist.")
    case .empty(let path):
      (ExitCode.data, "not_a_log", "There is no log to copy: \(path.shown) is empty.")
    case .exists(let path):
      (ExitCode.cannotCreate, "exists", "\(path.shown) already exists; '--force' replaces it.")
    case .isTheLog(let path):
      (ExitCode.cannotCreate, "is_the_log", "\(path.shown) is the log itself.")
    case .inUse(let path, let other):
      (
        ExitCode.cannotCreate, "in_use",
        "\(path.shown) is a database in use: \(other.shown) belongs to it."
      )
    case .notAFile(let path): (ExitCode.cannotCreate, "not_a_file", "\(path.shown) is not a file.")
    case .damaged(let path, let finding):
      (
        ExitCode.data, "damaged",
        """
        \(path.shown) is damaged, and was not copied: \(finding.echoed). \
        \(Failure.helpForDamage).
        """
      )
    case .interrupted:
      (ExitCode.interrupted, "interrupted", "Interrupted. No copy was made.")
    case .system(let error): error.rendered("No copy was made")
    case .failed(let error):
      (
        Failure(error).exitCode, Failure(error).kind,
        "No copy was made. \(Failure(error).message)"
      )
    case .unsynced(let error):
      (
        ExitCode.inputOutput, "not_synced",
        """
        The copy is saved, but may not survive a power failure: its folder \(error.path.shown) \
        could not be synced: \(systemMessage(error.number)).
        """
      )
    }
  }

  /// The exit code, the kind and the message for a copy that was to be restored.
  fileprivate var renderedForRestore: (Int32, String, String) {
    let isUnchanged = "The log is unchanged."
    switch self {
    case .noLog(let path):
      return (
        ExitCode.noInput, "no_log", "There is no copy to restore: \(path.shown) does not exist."
      )
    case .empty(let path):
      return (
        ExitCode.data, "not_a_log",
        "There is no copy to restore: \(path.shown) is empty. \(isUnchanged)"
      )
    case .damaged(let path, let finding):
      let option = "--db \(path.copyable)"
      return (
        ExitCode.data, "damaged",
        """
        \(path.shown) is damaged, and was not restored: \(finding.echoed). \(isUnchanged) \
        'laptimer check \(option)' shows details, and 'laptimer export --salvage \(option)' saves \
        the readable events.
        """
      )
    case .interrupted:
      return (
        ExitCode.interrupted, "interrupted", "Interrupted. Nothing was restored. \(isUnchanged)"
      )
    case .system(let error):
      let (code, kind, message) = error.rendered("Nothing was restored")
      return (code, kind, "\(message) \(isUnchanged)")
    case .failed(let error):
      let failure = Failure(error)
      return (
        failure.exitCode, failure.kind,
        "Nothing was restored. \(isUnchanged) \(failure.message)"
      )
    case .unsynced(let error)
    where ["-wal", "-journal", "-shm"].contains(where: error.path.hasSuffix):
      return (
        ExitCode.inputOutput, "not_synced",
        """
        The copy is restored, but a file of the replaced log could not be moved away: \
        \(error.path.shown): \(systemMessage(error.number)). The next command tries again.
        """
      )
    case .unsynced(let error):
      return (
        ExitCode.inputOutput, "not_synced",
        """
        The copy is restored, but may not survive a power failure: the folder \(error.path.shown) \
        could not be synced: \(systemMessage(error.number)).
        """
      )
    case .isTheLog(let path):
      return (
        ExitCode.usage, "is_the_log",
        """
        \(path.shown) is the log itself, or a file of it: name a copy to restore. \(isUnchanged)
        """
      )
    case .exists, .inUse, .notAFile: return rendered
    }
  }
}

extension SystemError {
  /// The exit code, the kind and the message for a file that could not be created.
  fileprivate func rendered(_ outcome: String) -> (Int32, String, String) {
    let (code, kind): (Int32, String) =
      switch number {
      case EROFS: (ExitCode.noPermission, "read_only")
      case EACCES, EPERM: (ExitCode.noPermission, "no_permission")
      case ENOENT, ENOTDIR: (ExitCode.cannotCreate, "cannot_create")
      default: (ExitCode.inputOutput, OutputError(errno: number).kind)
      }
    return (code, kind, "\(outcome): \(path.shown): \(systemMessage(number)).")
  }
}
