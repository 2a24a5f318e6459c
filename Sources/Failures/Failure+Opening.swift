package import Arguments
package import EventLog
import Glibc
package import Host
import Logbook
import SQLite
import Text

extension Failure {
  /// Renders an error of the log, of the output or of a wait in English; `subcommand` is the one that
  /// failed.
  package init(common error: any Error, of subcommand: Subcommand? = nil) {
    switch error {
    case let failure as Failure: self = failure
    case let error as OpeningError: self.init(error)
    case let error as LogError: self.init(error, of: subcommand)
    case Rejection.unknownSession(let name, let suggestion):
      self.init("unknown_session", .unknownSession(name, suggestion))
    case Rejection.ambiguousSession(let text, let number, let named):
      self.init("ambiguous_session", .ambiguousSession(text, number: number, named: named))
    case let error as DatabaseError: self.init(error)
    case let error as QueryError: self.init(error)
    case let error as CourseError: self.init(error)
    case let error as RowFormatError: self.init(error)
    case let error as ImportError: self.init(error)
    case let error as BackupError: self.init(error)
    case let error as OutputError: self.init(error)
    case let error as WaitError: self = .cannotWait(errno: error.number)
    default: self.init("bug", "This is a bug: \("\(error)").")
    }
  }

  /// Creates the failure for wrong usage of a program, with the usage line and a reference to help.
  package init(_ error: UsageError, of program: Program) {
    var screen = program.text(of: error)[...]
    while screen.last == "\n" { screen.removeLast() }
    self.init("usage", Message(verbatim: error.message), screen: String(screen))
  }
}

extension Failure {
  /// Creates the failure for a log that was not opened; the file is unchanged.
  package init(_ error: OpeningError) {
    switch error {
    case .notAFile(let path): self.init("not_a_log", "\(quoted: path) is not a file.")
    case .notADatabase(let path):
      self.init("not_a_log", "\(quoted: path) is not a laptimer log. The file was not changed.")
    case .anotherProgram(let path, _):
      self.init(
        "not_a_log",
        "\(quoted: path) is the database of another program. The file was not changed.")
    case .newer(let path, let version, let known):
      self.init(
        "newer_log",
        """
        \(quoted: path) was written by a newer laptimer (version \(version) of the log, this one \
        knows \(known)). The file was not changed.
        """)
    case .pastSaving(let path, let error):
      self.init(
        "damaged",
        """
        \(quoted: path) is damaged, and no events can be found in it: restore a backup \
        (\(verbatim: "\(error)")).
        """)
    case .damaged(let path, let error):
      self.init(
        "damaged",
        "\(quoted: path) is damaged: \(Failure.helpForDamage) (\(verbatim: "\(error)")).")
    case .leftover(let path, let files):
      self.init(
        "foreign_files",
        """
        There is no log at \(quoted: path), only files of one: \
        \(files.map(\.shown).joined(separator: ", ")). Nothing was changed. Put that log back, or \
        move these files away to begin a new one; \(command: "backup --restore") moves them when it \
        restores a copy.
        """)
    case .replaced(let path, let file):
      self.init(
        "foreign_files",
        """
        \(quoted: file) belongs to the log that \(command: "backup --restore") has replaced with \
        \(quoted: path), and could not be moved away. Nothing was changed. Move it away to use \
        \(quoted: path).
        """)
    case .notCopied(let path, let error):
      self.init(
        [ENOSPC, EDQUOT].contains(error.number) ? "disk_full" : "input_output",
        """
        \(quoted: path) must be copied to be read, and could not be: \(error). The file was not \
        changed; set TMPDIR to a folder with enough space.
        """)
      isNotSaved = true
    case .notUTF8(let path):
      self.init(
        "not_utf8",
        """
        \(quoted: path) is in a folder, or is a link, whose name is not valid UTF-8; not opened. \
        Choose another place with --db or LAPTIMER_DB.
        """)
    case .networkFileSystem(let path, let name):
      self.init(
        "network_file_system",
        """
        \(quoted: path) is on a network file system (\(name)), where logs are not safe. \
        Choose a local place with --db or LAPTIMER_DB.
        """)
    case .noPermission(let path):
      self.init("no_permission", "No permission for \(quoted: path).")
    case .readOnlyFileSystem(let path):
      self.init("read_only", "\(quoted: path) is on a read-only file system.")
    case .unreachable(let path, let error):
      self.init(
        "input_output",
        "\(quoted: path) cannot be reached: \(systemMessage(error.number)) (\(error.call)).")
      isNotSaved = true
    case .cannotMake(let path, let error):
      self.init(
        error.isOfMachine ? OutputError(errno: error.number).kind : "cannot_create",
        "\(quoted: path) cannot be created: \(error).")
      isNotSaved = error.isOfMachine
    case .locked(let path):
      let reason: Message = "\(quoted: path) is locked by another process."
      self.init("locked", "\(reason) Nothing was written; try again.", reason: reason)
      isNotSaved = true
    case .noWriteAheadLog(let path, let mode):
      self.init(
        "no_wal",
        "\(quoted: path) cannot be written safely: its journal mode remains \(mode.echoed).")
    case .failed(let path, let error): self.init(error, at: path)
    }
  }
}
