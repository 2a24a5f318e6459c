import Arguments
import EventLog
import Text
import Glibc
import SQLite

extension Failure {
  /// Events that were not taken in.
  init(_ error: ImportError) {
    let help =
      switch error.fault {
      case .missing, .noStart:
        "; 'laptimer import --salvage' takes in what is left, and says what is missing"
      case .diverged:
        """
        ; the session went on otherwise in this log: '--db' with another file takes it in beside it
        """
      default: ""
      }
    self.init(
      exitCode: ExitCode.data, kind: error.kind,
      message: "Line \(error.line): \(error.fault). Nothing was taken in\(help).")
  }

  /// A copy that was not made.
  init(_ error: BackupError) {
    let (code, kind, message) = error.told
    self.init(exitCode: code, kind: kind, message: message)
  }
}

extension BackupError {
  /// The exit code, the kind and the words.
  fileprivate var told: (Int32, String, String) {
    switch self {
    case .noLog(let path):
      (ExitCode.noInput, "no_log", "There is no log to copy: \(path.shown) does not exist.")
    case .exists(let path):
      (ExitCode.cannotCreate, "exists", "\(path.shown) is there already; '--force' replaces it.")
    case .isTheLog(let path):
      (ExitCode.cannotCreate, "is_the_log", "\(path.shown) is the log itself.")
    case .inUse(let path, let other):
      (
        ExitCode.cannotCreate, "in_use",
        "\(path.shown) is a database in use: \(other.shown) belongs to it."
      )
    case .notAFile(let path): (ExitCode.cannotCreate, "not_a_file", "\(path.shown) is no file.")
    case .foreignLink(let path, let target):
      (
        ExitCode.noPermission, "foreign_link",
        "\(path.shown) is a link to \(target.shown), which is another user's. No copy was made."
      )
    case .damaged(let path, let finding):
      (
        ExitCode.data, "damaged",
        """
        \(path.shown) is damaged, and nothing was copied: \(finding.echoed). \
        \(Failure.helpForDamage).
        """
      )
    case .interrupted:
      (ExitCode.interrupted, "interrupted", "Interrupted. No copy was made.")
    case .system(let error): error.told
    case .failed(let error):
      (
        Failure(error).exitCode, Failure(error).kind,
        "No copy was made. \(Failure(error).message)"
      )
    case .unsynced(let error):
      (
        ExitCode.inputOutput, "not_synced",
        """
        The copy is saved, but may not outlive a power cut: its folder \(error.path.shown) could \
        not be synced: \(systemMessage(error.number)).
        """
      )
    }
  }
}

extension SystemError {
  /// What the file system refused, of a file that was to be made.
  fileprivate var told: (Int32, String, String) {
    let (code, kind): (Int32, String) =
      switch number {
      case EACCES, EPERM, EROFS: (ExitCode.noPermission, "no_permission")
      case ENOENT, ENOTDIR: (ExitCode.cannotCreate, "cannot_create")
      default: (ExitCode.inputOutput, OutputError(errno: number).kind)
      }
    return (code, kind, "No copy was made: \(path.shown): \(systemMessage(number)).")
  }
}
