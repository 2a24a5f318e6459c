public import Text
public import Timing

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
  /// This device has appended no event; those of the log were imported.
  case noOwnEvent
  /// No session has this number, uid or name.
  case unknownSession(String)
  /// The id belongs to an event of other content.
  case idReused(EventID)
  /// It says what no event can say, as a name that is too long: this is wrong with it.
  case invalid(String)

  /// The name of the rejection, as scripts see it.
  public var kind: String {
    switch self {
    case .refused(let refusal, _): refusal.kind
    case .othersRun(_, let areCountingDown): areCountingDown ? "counting_down" : "already_running"
    case .severalRunning: "several_running"
    case .noSession, .noOwnEvent, .allDiscarded: "no_session"
    case .unknownSession: "unknown_session"
    case .idReused: "id_reused"
    case .invalid: "bad_data"
    }
  }
}
