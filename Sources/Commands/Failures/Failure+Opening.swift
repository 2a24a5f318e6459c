import Arguments
import EventLog
import Glibc
import Text
import SQLite

extension Failure {
  /// A log that was not opened; it is as it was.
  init(_ error: OpeningError) {
    let (code, kind, message) = error.told
    self.init(exitCode: code, kind: kind, message: message)
  }
}

extension OpeningError {
  /// The exit code, the kind and the words.
  fileprivate var told: (Int32, String, String) {
    switch self {
    case .folder(let path): (ExitCode.data, "not_a_log", "\(path.shown) is a folder, not a log.")
    case .notAFile(let path): (ExitCode.data, "not_a_log", "\(path.shown) is no file.")
    case .foreignLink(let path, let target):
      (
        ExitCode.noPermission, "foreign_link",
        "\(path.shown) is a link to \(target.shown), which is another user's. Nothing was opened."
      )
    case .notADatabase(let path):
      (ExitCode.data, "not_a_log", "\(path.shown) is not a log of laptimer, and is left as it is.")
    case .anotherProgram(let path, _):
      (
        ExitCode.data, "not_a_log",
        "\(path.shown) is the database of another program, and is left as it is."
      )
    case .newer(let path, let version, let known):
      (
        ExitCode.data, "newer_log",
        """
        \(path.shown) was written by a newer laptimer (version \(version) of the log, this one \
        knows \(known)), and is left as it is.
        """
      )
    case .older(let path, let version, let known):
      (
        ExitCode.noPermission, "older_log",
        """
        \(path.shown) is of version \(version) and has to be brought to version \(known), but it \
        cannot be written.
        """
      )
    default: toldOfMachine
    }
  }

  /// What lies with the machine, and not with the file.
  private var toldOfMachine: (Int32, String, String) {
    switch self {
    case .cutShort(let path, let bytes, let expected):
      (
        ExitCode.data, "damaged",
        """
        \(path.shown) is cut short: \(bytes) bytes of \(expected). It is left as it is; \
        'laptimer export --salvage' saves what can still be read.
        """
      )
    case .pastSaving(let path, let error):
      (
        ExitCode.data, "damaged",
        """
        \(path.shown) is damaged past saving, no events can be found in it: go back to a backup \
        (\(error)).
        """
      )
    case .damaged(let path, let error):
      (
        ExitCode.data, "damaged",
        "\(path.shown) is damaged: \(Failure.helpForDamage) (\(error))."
      )
    case .leftover(let path, let file):
      (
        ExitCode.data, "foreign_files",
        """
        There is no log at \(path.shown), but \(file.shown) of another one lies there: nothing was \
        changed. Put the file back that it belongs to, or move it away; 'laptimer backup --restore' \
        does that when it restores a copy.
        """
      )
    case .foreignWriteAheadFile(let path, let file):
      (
        ExitCode.data, "foreign_files",
        """
        \(file.shown) does not belong to \(path.shown), but to another log, or to another copy of \
        it: nothing was changed. Move it away to use \(path.shown) as it is, or put the file back \
        that it belongs to. To restore a copy, use 'laptimer backup --restore'.
        """
      )
    case .notCopied(let path, let error):
      (
        ExitCode.inputOutput,
        [ENOSPC, EDQUOT].contains(error.number) ? "disk_full" : "input_output",
        """
        \(path.shown) cannot be read as it is, and could not be copied: \(error). It is left as it \
        is; name a folder with room for it in TMPDIR.
        """
      )
    case .notUTF8(let path):
      (
        ExitCode.cannotCreate, "not_utf8",
        """
        \(path.shown) lies in a folder, or is a link, whose name is not valid UTF-8: nothing was \
        opened. Name another place with --db or LAPTIMER_DB.
        """
      )
    case .networkFileSystem(let path, let name):
      (
        ExitCode.cannotCreate, "network_file_system",
        """
        \(path.shown) lies on a network file system (\(name)), where no log is safe. \
        Name a local place with --db or LAPTIMER_DB.
        """
      )
    case .noPermission(let path):
      (ExitCode.noPermission, "no_permission", "No permission for \(path.shown).")
    case .readOnlyFileSystem(let path):
      (
        ExitCode.noPermission, "read_only",
        "\(path.shown) lies on a file system that is read-only."
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
        "\(path.shown) cannot be made: \(error)."
      )
    case .locked(let path):
      (
        ExitCode.temporary, "locked",
        "\(path.shown) stayed locked by another process. Nothing was written; try again."
      )
    case .unreadableInPlace(let path):
      (
        ExitCode.noPermission, "unreadable_in_place",
        "\(path.shown) can only be read where files can be made beside it: copy its folder first."
      )
    case .noWriteAheadLog(let path, let mode):
      (
        ExitCode.cannotCreate, "no_wal",
        "\(path.shown) cannot be written safely: its journal mode stays \(mode.echoed)."
      )
    case .migrationFailed(let path, let version, let error):
      (
        ExitCode.inputOutput, error.isOfMachine ? Failure(error).kind : "migration_failed",
        """
        \(path.shown) could not be brought to version \(version), and is as it was. \
        \(Failure(error).message)
        """
      )
    case .failed(let path, let error):
      (Failure(error).exitCode, Failure(error).kind, Failure(error, at: path).message)
    default: (ExitCode.bug, "bug", "This is a bug: \(self).")
    }
  }
}

extension String {
  /// A path as it is shown.
  var shown: String { "'\(echoed)'" }
}
