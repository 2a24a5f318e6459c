import EventLog
import Glibc
import SQLite

extension Failure {
  /// A log that is damaged, or that did not take what was to be appended.
  init(_ error: LogError) {
    switch error {
    case .damaged(let position, let reason):
      self.init(
        exitCode: ExitCode.data, kind: "damaged",
        message: "Event \(position) of the log is damaged: \(reason). \(Self.helpForDamage).")
    case .inconsistent(let reason):
      self.init(
        exitCode: ExitCode.data, kind: "damaged",
        message: "The log contradicts itself: \(reason). 'laptimer check' tells more.")
    case .newerFold(let version, let known):
      self.init(
        exitCode: ExitCode.data, kind: "newer_log",
        message: """
          The tables of the log were written by a newer laptimer (version \(version), this one \
          knows \(known)): it can be read, but not written to.
          """)
    case .moved(let path):
      self.init(
        exitCode: ExitCode.inputOutput, kind: "log_moved",
        message: """
          \(path.shown) was moved, deleted or replaced while it was in use. Nothing was written; \
          put it back, or start anew.
          """)
    case .commitFailed(let outcome, let reason):
      self.init(
        exitCode: ExitCode.inputOutput, kind: outcome.rawValue,
        message: "\(outcome.words). \(Failure(reason).message)")
    }
  }

  /// What a user can do about a log that is damaged.
  static let helpForDamage = """
    'laptimer check' tells more; go back to a backup, or save what is left by \
    'laptimer export --salvage'
    """

  /// What SQLite says.
  init(_ error: DatabaseError) {
    let (code, kind): (Int32, String) =
      switch error.code.primary {
      case .busy, .locked, .lockProtocol: (ExitCode.temporary, "locked")
      case _ where error.isDamage || error.isOfSchema: (ExitCode.data, "damaged")
      case .permission, .readOnly, .auth: (ExitCode.noPermission, "no_permission")
      case _ where error.wantsRoom: (ExitCode.inputOutput, "disk_full")
      case .cannotOpen: (ExitCode.cannotCreate, "cannot_open")
      default: (ExitCode.inputOutput, "input_output")
      }
    self.init(exitCode: code, kind: kind, message: error.told)
  }
}

extension DatabaseError {
  /// Which file is damaged or which disk in trouble, if one is, and what to do; then SQLite's own
  /// words.
  fileprivate var told: String {
    if isBusy {
      return """
        Another process keeps the log locked: it did not let go of it in time. Nothing was written; \
        try again (\(self)).
        """
    }
    if isDamage {
      return "\(file.map(\.shown) ?? "The log") is damaged: \(Failure.helpForDamage) (\(self))."
    }
    if isOfSchema {
      return """
        The tables of the log are not as they were made (\(message)): 'laptimer check' tells which, \
        'laptimer rebuild' makes those anew that are kept of the events.
        """
    }
    guard let file, code.primary == .inputOutput || wantsRoom else { return "\(self)." }
    let trouble =
      switch systemError {
      case EDQUOT: "The quota on the disk of \(file.shown) is used up: make room, then try again"
      case EFBIG: "\(file.shown) has come to the limit on the length of files, see 'ulimit -f'"
      case _ where wantsRoom: "The disk of \(file.shown) is full: make room, then try again"
      case 0: "The disk of \(file.shown) failed"
      default: "The disk of \(file.shown) failed, \(systemMessage(systemError))"
      }
    return "\(trouble) (\(self))."
  }
}

extension CommitOutcome {
  /// What became of the event.
  fileprivate var words: String {
    switch self {
    case .saved: "The event is saved, although writing it was reported to have failed"
    case .notSaved: "The event is not saved"
    case .unknown: "Whether the event is saved is not known, 'laptimer events' will tell"
    }
  }
}

/// The words of the system for an error number.
func systemMessage(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
