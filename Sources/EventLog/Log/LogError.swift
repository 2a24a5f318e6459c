public import Timing
public import Text
public import SQLite

/// Why the log could not do what was asked, whatever the state of a session.
public enum LogError: Error, Hashable, Sendable {
  /// The event at this position cannot be what was appended there.
  case damaged(position: Int, reason: String)
  /// The log, or a table that is kept of it, contradicts itself.
  case inconsistent(reason: String)
  /// The tables were written by a newer fold: this program must not write to them.
  case newerFold(version: Int, known: Int)
  /// The file that was opened is no longer at its path: it was moved, deleted or replaced.
  case moved(path: String)
  /// COMMIT failed, and looking afterwards told what became of the events.
  case commitFailed(CommitOutcome, DatabaseError)
}

extension LogError {
  /// What is wrong, without where.
  var reason: String {
    switch self {
    case .damaged(_, let reason), .inconsistent(let reason): reason
    case .newerFold, .moved, .commitFailed: "\(self)"
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

/// Why a request was not appended: nothing was written for it.
public enum Rejection: Error, Hashable, Sendable {
  /// The session's state does not allow it.
  case refused(Refusal, session: Int)
  /// These sessions run or count down already, and only `also` starts another beside them.
  case othersRun(RunningSessions, areCountingDown: Bool)
  /// Which session is meant is not clear: these run or count down.
  case severalRunning(RunningSessions)
  /// There is no session that could be meant.
  case noSession
  /// There is no session that could be meant, since all are discarded; the newest has this number.
  case allDiscarded(newest: Int)
  /// No session has this number, uid or name.
  case unknownSession(String)
  /// The id belongs to an event of other content.
  case idReused(EventID)
  /// It says what no event can say, as a name that is too long: this is wrong with it.
  case unsound(String)

  /// The name of the rejection, as scripts see it.
  public var kind: String {
    switch self {
    case .refused(let refusal, _): refusal.kind
    case .othersRun(_, let areCountingDown): areCountingDown ? "counting_down" : "already_running"
    case .severalRunning: "several_running"
    case .noSession, .allDiscarded: "no_session"
    case .unknownSession: "unknown_session"
    case .idReused: "id_reused"
    case .unsound: "bad_data"
    }
  }
}
