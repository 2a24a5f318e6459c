import Arguments
import Failures
import Host
import Text

extension Failure {
  /// Renders an error of the program in English.
  init(_ error: any Error) {
    switch error {
    case let error as UsageError: self.init(error, of: SyncProgram.program)
    case let error as Server.StatementError:
      self.init("refused_by_hub", "The hub refuses: \(verbatim: error.message).")
    default: self.init(common: error)
    }
  }

  /// The server cannot be reached, or the connection broke.
  static func unreachable(_ reason: String) -> Failure {
    // Some texts of libpq are sentences or questions.
    let end = reason.hasSuffix(".") || reason.hasSuffix("?") ? "" : "."
    return Failure("unreachable", "The hub cannot be reached: \(verbatim: reason + end)")
  }

  /// The hub accepts nothing from this device any more.
  static let revoked = Failure(
    "revoked", exitCode: ExitCode.noPermission,
    """
    The owner of the hub has revoked this device, or it never joined. Its log works as before; \
    'laptimer export' still hands out its sessions.
    """)

  static let wrongPassword = Failure(
    "wrong_password", exitCode: ExitCode.noPermission,
    """
    The password is wrong or missing: libpq reads it in ~/.pgpass, where 'sync join' keeps that of a \
    device. 'sync join' itself asks for the first one, which 'sync invite' printed.
    """)

  /// The log cannot be copied.
  static func damaged(_ reason: String) -> Failure {
    Failure("damaged", "The log cannot be rebuilt: \(reason).")
  }

  /// The hub's answer is none that this version knows.
  static func unknownAnswer(_ text: String?) -> Failure {
    Failure(
      "other_version", exitCode: ExitCode.bug,
      """
      The hub is of another version: laptimer-sync \(verbatim: Release.version) does not know its \
      answer \(quoted: text ?? "NULL").
      """)
  }
}
