import Arguments
import EventLog
import Logbook
import Text
import Glibc
import SQLite

extension Failure {
  /// Creates the failure for an import.
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
      case .malformed, .notCanonical, .tooLong, .wrongDigest, .invalid, .strayOmission, .cutShort,
        .wrongCount, .wrongChecksum, .behindTheEnd:
        ""
      }
    self.init(
      exitCode: ExitCode.data, kind: error.kind,
      message: "Line \(error.line): \(error.fault). Nothing was imported\(help).")
  }

  /// Creates the failure for a backup.
  init(_ error: BackupError) {
    let (code, kind, message) = error.rendered
    self.init(exitCode: code, kind: kind, message: message)
  }
}

extension BackupError {
  /// The exit code, the kind and the message.
  fileprivate var rendered: (Int32, String, String) {
    switch self {
    case .noLog(let path):
      (ExitCode.noInput, "no_log", "There is no log to copy: \(path.shown) does not exist.")
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
    case .foreignLink(let path, let target):
      (
        ExitCode.noPermission, "foreign_link",
        """
        \(path.shown) is a link to \(target.shown), which belongs to another user. No copy was \
        made.
        """
      )
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
    case .system(let error): error.rendered
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
}

extension SystemError {
  /// The exit code, the kind and the message for a copy that could not be created.
  fileprivate var rendered: (Int32, String, String) {
    let (code, kind): (Int32, String) =
      switch number {
      case EROFS: (ExitCode.noPermission, "read_only")
      case EACCES, EPERM: (ExitCode.noPermission, "no_permission")
      case ENOENT, ENOTDIR: (ExitCode.cannotCreate, "cannot_create")
      default: (ExitCode.inputOutput, OutputError(errno: number).kind)
      }
    return (code, kind, "No copy was made: \(path.shown): \(systemMessage(number)).")
  }
}
