import Arguments
import EventLog
import Logbook
import SQLite
import Text

/// The message and exit code of a failed command.
struct Failure: Error {
  var exitCode: Int32
  /// The name of the failure for scripts.
  var kind: String
  /// The reason, and a command that would work, in a few sentences.
  var message: String
  /// The reason alone: it says neither what is saved nor that the command is to be repeated.
  private(set) var reason: String
  /// The text for standard error without `--json`, if it is more than the message.
  var screen: String?
  /// Whether the log was locked or could not be written, and the events of the command are not
  /// saved.
  var isNotSaved = false

  static let interrupted = Failure(
    exitCode: ExitCode.interrupted, kind: "interrupted", message: "Interrupted.")

  init(
    exitCode: Int32, kind: String, message: String, reason: String? = nil, screen: String? = nil
  ) {
    self.exitCode = exitCode
    self.kind = kind
    self.message = message
    self.reason = reason ?? message
    self.screen = screen
  }

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
    default:
      self.init(exitCode: ExitCode.bug, kind: "bug", message: "This is a bug: \(error).")
    }
  }

  /// Writes the failure to standard error; silent if the reader closed the pipe.
  func report(isJSON: Bool, in world: World) {
    guard exitCode != ExitCode.readerClosed else { return }
    world.say(text(isJSON: isJSON))
  }

  /// The text for standard error without its last line feed.
  func text(isJSON: Bool) -> String {
    guard isJSON else { return screen ?? "Error: \(message)" }
    var json = JSONWriter()
    json.object { $0.object("error") { write(to: &$0) } }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  func write(to json: inout JSONWriter) {
    json.field("code", Int(exitCode))
    json.field("kind", kind)
    json.field("message", message)
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
}

extension Failure {
  /// Creates the failure for wrong usage, with the usage line and a reference to help.
  init(_ error: UsageError) {
    self.init(
      exitCode: ExitCode.usage, kind: "usage", message: error.message,
      screen: Laptimer.program.text(of: error).trimmingEnd)
  }

  init(_ error: OutputError) {
    switch error {
    case .readerClosed:
      self.init(exitCode: ExitCode.readerClosed, kind: "reader_closed", message: "")
    case .noRoom, .failed:
      self.init(
        exitCode: ExitCode.inputOutput, kind: error.kind,
        message: "The answer could not be written: \(error.reason).")
    }
  }

  /// Creates the failure if the system cannot provide a file to wait for interrupts or keys.
  static func cannotWait(errno number: Int32) -> Failure {
    let error = OutputError.failed(errno: number)
    return Failure(
      exitCode: ExitCode.inputOutput, kind: error.kind,
      message: "Cannot wait for interrupts or changes: \(error.reason).")
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
