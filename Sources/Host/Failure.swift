package import Text

/// The message and exit code of a failed command of either program.
package struct Failure: Error {
  /// The name of the failure for scripts.
  package var kind: String
  package var exitCode: Int32
  /// The reason, and a command that would work, in a few sentences.
  package var message: Message
  /// The reason alone: it says neither what is saved nor that the command is to be repeated.
  package private(set) var reason: Message
  /// The text for standard error without `--json`, if it is more than the message.
  package var screen: String?
  /// Whether the log was locked or could not be written, and the events of the command are not
  /// saved.
  package var isNotSaved = false

  package static let interrupted = Failure("interrupted", "Interrupted.")
  /// The end of a command that runs until it is interrupted: only the exit code says so.
  package static let ended = Failure("interrupted", "")

  /// Creates a failure; without a code, with that of its kind.
  package init(
    _ kind: String, exitCode: Int32? = nil, _ message: Message, reason: Message? = nil,
    screen: String? = nil
  ) {
    self.kind = kind
    self.exitCode = exitCode ?? ExitCode.of(kind)
    self.message = message
    self.reason = reason ?? message
    self.screen = screen
  }

  /// Returns the text for standard error without its last line feed; commands to try have the
  /// option.
  package func text(isJSON: Bool, adding option: String? = nil) -> String {
    guard isJSON else { return screen ?? "Error: \(message.text(adding: option))" }
    var json = JSONWriter()
    json.object { $0.object("error") { write(to: &$0, adding: option) } }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  package func write(to json: inout JSONWriter, adding option: String?) {
    json.field("code", Int(exitCode))
    json.field("kind", kind)
    json.field("message", message.text(adding: option))
  }
}

/// The exit codes, by `sysexits.h` where it has them.
package enum ExitCode {
  package static let refused: Int32 = 1
  package static let usage: Int32 = 64
  package static let data: Int32 = 65
  package static let noInput: Int32 = 66
  package static let bug: Int32 = 70
  package static let cannotCreate: Int32 = 73
  package static let inputOutput: Int32 = 74
  package static let temporary: Int32 = 75
  package static let noPermission: Int32 = 77
  package static let interrupted: Int32 = 130
  package static let readerClosed: Int32 = 141

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
    case "locked", "timed_out", "unreachable": temporary
    case "no_permission", "read_only": noPermission
    case "interrupted": interrupted
    case "reader_closed": readerClosed
    default: refused
    }
  }
}

extension Failure {
  package init(_ error: OutputError) {
    self.init(
      error.kind,
      error == .readerClosed ? "" : "The answer could not be written: \(error.reason).")
  }

  /// Creates the failure if the system cannot provide a file to wait for interrupts or keys.
  package static func cannotWait(errno number: Int32) -> Failure {
    let error = OutputError.failed(errno: number)
    return Failure(error.kind, "Cannot wait for interrupts or changes: \(error.reason).")
  }
}

extension World {
  /// Writes a failure that has a message to standard error, and returns the exit code; commands to
  /// try have the option.
  @discardableResult
  package func report(
    _ failure: Failure, isJSON: Bool, adding option: String? = nil
  ) -> Int32 {
    if !failure.message.text.isEmpty {
      say(failure.text(isJSON: isJSON, adding: option))
    }
    return failure.exitCode
  }
}
