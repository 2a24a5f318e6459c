import Arguments
import EventLog
import Text
import SQLite

/// What a command that failed says, and the code that it exits with.
struct Failure: Error {
  /// The exit code of the process.
  var exitCode: Int32
  /// The name of the failure, as scripts see it.
  var kind: String
  /// What happened and what would work, in one sentence or a few.
  var message: String
  /// All that is written on standard error for people, if it is more than the message.
  var screen: String?

  /// The user wanted an end.
  static let interrupted = Failure(
    exitCode: ExitCode.interrupted, kind: "interrupted", message: "Interrupted.")

  init(exitCode: Int32, kind: String, message: String, screen: String? = nil) {
    self.exitCode = exitCode
    self.kind = kind
    self.message = message
    self.screen = screen
  }

  /// Puts any error of the program into words.
  ///
  /// - Parameters:
  ///   - error: what was thrown.
  ///   - subcommand: what was asked for, if that is known; what would work depends on it.
  init(_ error: any Error, of subcommand: Subcommand? = nil) {
    switch error {
    case let failure as Failure: self = failure
    case let error as UsageError: self.init(error)
    case let error as Rejection: self.init(error, of: subcommand)
    case let error as OpeningError: self.init(error)
    case let error as LogError: self.init(error, of: subcommand)
    case let error as DatabaseError: self.init(error)
    case let error as QueryError: self.init(error)
    case let error as RowFormatError: self.init(error)
    case let error as ImportError: self.init(error)
    case let error as BackupError: self.init(error)
    case let error as OutputError: self.init(error)
    default:
      self.init(exitCode: ExitCode.bug, kind: "bug", message: "This is a bug: \(error).")
    }
  }

  /// Says it on standard error; nothing is said where nobody listens any more.
  func report(isJSON: Bool, in world: World) {
    guard exitCode != ExitCode.readerClosed else { return }
    world.say(text(isJSON: isJSON))
  }

  /// What is said, without the end of the line.
  func text(isJSON: Bool) -> String {
    guard isJSON else { return screen ?? "Error: \(message)" }
    var json = JSONWriter()
    json.object { $0.object("error") { write(to: &$0) } }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Writes the fields of the error.
  func write(to json: inout JSONWriter) {
    json.field("code", Int(exitCode))
    json.field("kind", kind)
    json.field("message", message)
  }
}

/// The exit codes, as `sysexits.h` names them where it does.
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
