import Arguments
import EventLog
import Glibc
import Host
import Logbook
import SQLite
import SignalsPoll
import Text
import Web

/// The message and exit code of a failed command.
struct Failure: Error {
  /// The name of the failure for scripts.
  var kind: String
  var exitCode: Int32
  /// The reason, and a command that would work, in a few sentences.
  var message: Message
  /// The reason alone: it says neither what is saved nor that the command is to be repeated.
  private(set) var reason: Message
  /// The text for standard error without `--json`, if it is more than the message.
  var screen: String?
  /// Whether the log was locked or could not be written, and the events of the command are not
  /// saved.
  var isNotSaved = false

  static let interrupted = Failure("interrupted", "Interrupted.")
  /// The end of a command that runs until it is interrupted: only the exit code says so.
  static let ended = Failure("interrupted", "")

  /// Creates a failure; without a code, with that of its kind.
  init(
    _ kind: String, exitCode: Int32? = nil, _ message: Message, reason: Message? = nil,
    screen: String? = nil
  ) {
    self.kind = kind
    self.exitCode = exitCode ?? ExitCode.of(kind)
    self.message = message
    self.reason = reason ?? message
    self.screen = screen
  }

  /// Creates the failure for an invalid line of `record`.
  init(badLine reason: Message) { self.init("bad_line", reason) }

  /// Renders an error of the program in English; suggested commands depend on the subcommand, if it
  /// is known.
  init(_ error: any Error, of subcommand: Subcommand? = nil) {
    switch error {
    case let failure as Failure: self = failure
    case let error as UsageError: self.init(error)
    case let error as CommandError: self.init(error)
    case let error as Rejection: self.init(error, of: subcommand)
    case let error as OpeningError: self.init(error)
    case let error as LogError: self.init(error, of: subcommand)
    case let error as DatabaseError: self.init(error)
    case let error as QueryError: self.init(error)
    case let error as CourseError: self.init(error)
    case let error as RowFormatError: self.init(error)
    case let error as ImportError: self.init(error)
    case let error as BackupError: self.init(error)
    case let error as OutputError: self.init(error)
    case let fault as PadsFile.Fault: self.init(fault.kind, Message(verbatim: fault.message))
    case let fault as PublishedFolder.Fault: self.init(fault)
    case let error as WaitError: self = .cannotWait(errno: error.number)
    case let error as EventLoop.Failure: self = .cannotWait(errno: error.errno)
    default: self.init("bug", "This is a bug: \("\(error)").")
    }
  }

  /// Returns the text for standard error without its last line feed; commands to try have the
  /// option.
  func text(isJSON: Bool, adding option: String? = nil) -> String {
    guard isJSON else { return screen ?? "Error: \(message.text(adding: option))" }
    var json = JSONWriter()
    json.object { $0.object("error") { write(to: &$0, adding: option) } }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  func write(to json: inout JSONWriter, adding option: String?) {
    json.field("code", Int(exitCode))
    json.field("kind", kind)
    json.field("message", message.text(adding: option))
  }
}

/// The exit codes, by `sysexits.h` where it has them.
enum ExitCode {
  static let refused: Int32 = 1
  static let usage: Int32 = 64
  static let data: Int32 = 65
  static let noInput: Int32 = 66
  static let bug: Int32 = 70
  static let cannotCreate: Int32 = 73
  static let inputOutput: Int32 = 74
  static let temporary: Int32 = 75
  static let noPermission: Int32 = 77
  static let interrupted: Int32 = 130
  static let readerClosed: Int32 = 141

  /// The code of a kind of failure; a kind that is not listed is a refusal.
  fileprivate static func of(_ kind: String) -> Int32 {
    switch kind {
    case "usage": usage
    case "bad_data", "bad_entries", "bad_line", "bad_lines", "bad_segments", "bad_sql", "damaged",
      "denied", "diverged", "foreign_files", "incomplete", "invalid_utf8", "newer_log",
      "not_a_file", "not_a_log", "too_large", "written_here":
      data
    case "no_file", "no_log", "unknown_course", "unknown_segment", "unknown_session": noInput
    case "bug": bug
    case "cannot_create", "exists", "in_use", "is_the_log", "network_file_system", "no_wal",
      "not_utf8":
      cannotCreate
    case "cannot_open", "disk_full", "input_output", "log_moved", "no_memory", "not_saved",
      "not_synced", "saved", "too_many_files", "unknown":
      inputOutput
    case "locked", "timed_out": temporary
    case "no_permission", "read_only": noPermission
    case "interrupted": interrupted
    case "reader_closed": readerClosed
    default: refused
    }
  }
}

extension Failure {
  /// Creates the failure for wrong usage, with the usage line and a reference to help.
  init(_ error: UsageError) {
    var screen = Laptimer.program.text(of: error)[...]
    while screen.last == "\n" { screen.removeLast() }
    self.init("usage", Message(verbatim: error.message), screen: String(screen))
  }

  init(_ error: OutputError) {
    self.init(
      error.kind,
      error == .readerClosed ? "" : "The answer could not be written: \(error.reason).")
  }

  /// Creates the failure if the system cannot provide a file to wait for interrupts or keys.
  static func cannotWait(errno number: Int32) -> Failure {
    let error = OutputError.failed(errno: number)
    return Failure(error.kind, "Cannot wait for interrupts or changes: \(error.reason).")
  }
}

extension Failure {
  /// Creates the failure for a log that was not opened; the file is unchanged.
  init(_ error: OpeningError) {
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
