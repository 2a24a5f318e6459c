import Arguments
import Host
import Text

/// The message and exit code of a failed command; the codes are those of `laptimer`.
struct SyncFailure: Error {
  var kind: String
  var exitCode: Int32
  var message: Message
  /// The text for standard error without `--json`, if it is more than the message.
  private var screen: String?

  init(_ kind: String, exitCode: Int32 = 1, _ message: Message) {
    self.kind = kind
    self.exitCode = exitCode
    self.message = message
  }

  /// Creates the failure for wrong usage, with the usage line and a reference to help.
  init(_ error: UsageError) {
    self.init("usage", exitCode: 64, Message(verbatim: error.message))
    screen = String(SyncProgram.program.text(of: error).dropLast())
  }

  /// The server cannot be reached, or the connection broke.
  static func unreachable(_ reason: String) -> SyncFailure {
    SyncFailure("unreachable", exitCode: 75, "The hub cannot be reached: \(verbatim: reason)")
  }

  /// The hub accepts nothing from this device any more.
  static let revoked = SyncFailure(
    "revoked", exitCode: 77,
    """
    The owner of the hub has revoked this device, or it never joined. Its log works as before; \
    'laptimer export' still hands out its sessions.
    """)

  static let interrupted = SyncFailure("interrupted", exitCode: 130, "Interrupted.")

  static let locked = SyncFailure(
    "locked", exitCode: 75, "The log is locked by another process.")

  static let wrongPassword = SyncFailure(
    "wrong_password", exitCode: 77,
    """
    The hub refuses the password of this device. 'sync join' asks for the first one, which \
    'sync invite' printed, and keeps its own in ~/.pgpass.
    """)

  /// The log cannot be copied.
  static func damaged(_ reason: String) -> SyncFailure {
    SyncFailure("damaged", exitCode: 65, "The log cannot be rebuilt: \(reason).")
  }

  static let notJoined = SyncFailure(
    "not_joined", "This log has not joined a hub: \(command: "sync join URL") joins one.")

  static let notOwner = SyncFailure(
    "not_owner", "This log has not made a hub: \(command: "sync init URL") makes one.")

  /// The hub's answer is none that this version knows.
  static func unknownAnswer(_ text: String?) -> SyncFailure {
    SyncFailure(
      "other_version", exitCode: 70,
      """
      The hub is of another version: laptimer-sync \(verbatim: Release.version) does not know its \
      answer \(quoted: text ?? "NULL").
      """)
  }

  func text(isJSON: Bool) -> String {
    guard isJSON else { return screen ?? "Error: \(message.text(adding: nil))" }
    let error: JSONFields = [
      "code": Int(exitCode), "kind": kind, "message": message.text(adding: nil),
    ]
    var json = JSONWriter()
    JSONFields([("error", error)]).write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
