public import SQLite

/// Why the log could not do what was asked, whatever the state of a session.
public enum LogError: Error, Hashable, Sendable {
  /// The event at this position cannot be what was appended there.
  case damaged(position: Int, reason: String)
  /// The log, or a table that is kept of it, contradicts itself.
  case inconsistent(reason: String)
  /// There is no session of this number.
  case noSession(Int)
  /// The tables were written by a newer fold: this program must not write to them.
  case newerFold(version: Int, known: Int)
  /// The file that was opened is no longer at its path: it was moved, deleted or replaced.
  case moved(path: String)
  /// COMMIT failed, and looking afterwards told what became of the events.
  case commitFailed(CommitOutcome, DatabaseError)
}

extension LogError {
  /// What is wrong, without where.
  package var reason: String {
    switch self {
    case .damaged(_, let reason), .inconsistent(let reason): reason
    case .noSession, .newerFold, .moved, .commitFailed: "\(self)"
    }
  }
}

/// What became of a transaction whose COMMIT failed.
public enum CommitOutcome: String, Hashable, Sendable {
  /// Its events are in the log.
  case saved
  /// They are not.
  case notSaved = "not_saved"
  /// The log could not be read to tell.
  case unknown
}
