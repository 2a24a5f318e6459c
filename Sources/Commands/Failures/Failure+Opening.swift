import Arguments
import EventLog
import Logbook
import Glibc
import Text
import SQLite

extension Failure {
  /// Creates the failure for a log that was not opened; the file is unchanged.
  init(_ error: OpeningError) {
    let (code, kind, reason) = error.rendered
    let message =
      if case .failed(let path, let cause) = error { Failure(cause, at: path).message } else {
        [reason, error.advice].compactMap(\.self).joined(separator: " ")
      }
    self.init(exitCode: code, kind: kind, message: message, reason: reason)
    isNotSaved = error.isNotSaved
  }
}

extension OpeningError {
  fileprivate var rendered: (Int32, String, String) {
    switch self {
    case .notAFile(let path): (ExitCode.data, "not_a_log", "\(path.shown) is not a file.")
    case .notADatabase(let path):
      (ExitCode.data, "not_a_log", "\(path.shown) is not a laptimer log. The file was not changed.")
    case .anotherProgram(let path, _):
      (
        ExitCode.data, "not_a_log",
        "\(path.shown) is the database of another program. The file was not changed."
      )
    case .newer(let path, let version, let known):
      (
        ExitCode.data, "newer_log",
        """
        \(path.shown) was written by a newer laptimer (version \(version) of the log, this one \
        knows \(known)). The file was not changed.
        """
      )
    case .pastSaving(let path, let error):
      (
        ExitCode.data, "damaged",
        """
        \(path.shown) is damaged, and no events can be found in it: restore a backup \
        (\(error)).
        """
      )
    case .damaged(let path, let error):
      (
        ExitCode.data, "damaged",
        "\(path.shown) is damaged: \(Failure.helpForDamage) (\(error))."
      )
    case .leftover(let path, let files):
      (
        ExitCode.data, "foreign_files",
        """
        There is no log at \(path.shown), only files of one: \
        \(files.map(\.shown).joined(separator: ", ")). Nothing was changed. Put that log back, or \
        move these files away to begin a new one; 'laptimer backup --restore' moves them when it \
        restores a copy.
        """
      )
    case .replaced(let path, let file):
      (
        ExitCode.data, "foreign_files",
        """
        \(file.shown) belongs to the log that 'laptimer backup --restore' has replaced with \
        \(path.shown), and could not be moved away. Nothing was changed. Move it away to use \
        \(path.shown).
        """
      )
    case .notCopied(let path, let error):
      (
        ExitCode.inputOutput,
        [ENOSPC, EDQUOT].contains(error.number) ? "disk_full" : "input_output",
        """
        \(path.shown) must be copied to be read, and could not be: \(error). The file was not \
        changed; set TMPDIR to a folder with enough space.
        """
      )
    case .notUTF8(let path):
      (
        ExitCode.cannotCreate, "not_utf8",
        """
        \(path.shown) is in a folder, or is a link, whose name is not valid UTF-8; not opened. \
        Choose another place with --db or LAPTIMER_DB.
        """
      )
    case .networkFileSystem(let path, let name):
      (
        ExitCode.cannotCreate, "network_file_system",
        """
        \(path.shown) is on a network file system (\(name)), where logs are not safe. \
        Choose a local place with --db or LAPTIMER_DB.
        """
      )
    case .noPermission(let path):
      (ExitCode.noPermission, "no_permission", "No permission for \(path.shown).")
    case .readOnlyFileSystem(let path):
      (
        ExitCode.noPermission, "read_only",
        "\(path.shown) is on a read-only file system."
      )
    case .unreachable(let path, let error):
      (
        ExitCode.inputOutput, "input_output",
        "\(path.shown) cannot be reached: \(systemMessage(error.number)) (\(error.call))."
      )
    case .cannotMake(let path, let error):
      (
        error.isOfMachine ? ExitCode.inputOutput : ExitCode.cannotCreate,
        error.isOfMachine ? OutputError(errno: error.number).kind : "cannot_create",
        "\(path.shown) cannot be created: \(error)."
      )
    case .locked(let path):
      (
        ExitCode.temporary, "locked",
        "\(path.shown) is locked by another process."
      )
    case .noWriteAheadLog(let path, let mode):
      (
        ExitCode.cannotCreate, "no_wal",
        "\(path.shown) cannot be written safely: its journal mode remains \(mode.echoed)."
      )
    case .failed(let path, let error):
      (Failure(error).exitCode, Failure(error).kind, Failure(error, at: path).reason)
    }
  }
}

extension OpeningError {
  /// The sentence after the reason, on what was written and what to do.
  fileprivate var advice: String? {
    if case .locked = self { "Nothing was written; try again." } else { nil }
  }

  /// Whether the error prevented an append of valid events; they can be appended later.
  fileprivate var isNotSaved: Bool {
    switch self {
    case .locked, .notCopied, .unreachable: true
    case .cannotMake(_, let error): error.isOfMachine
    case .failed(_, let error): error.isNotSaved
    case .notAFile, .notADatabase, .anotherProgram, .newer, .pastSaving, .damaged, .leftover,
      .replaced, .notUTF8, .networkFileSystem, .noPermission, .readOnlyFileSystem,
      .noWriteAheadLog:
      false
    }
  }
}

extension String {
  /// The path in quotes, made harmless.
  var shown: String { "'\(echoed)'" }
}
