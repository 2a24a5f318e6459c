import EventLog
public import Text
public import Timing

/// The answer to a request: its event is in the log.
public struct Receipt: Hashable, Sendable {
  /// The number of the session.
  public var session: Int
  /// The number of the event in the log.
  public var position: Int
  /// The number of the event in the session.
  public var version: Int
  /// The identity of the event.
  public var id: EventID
  /// The name of its kind.
  public var kind: String
  /// The wall-clock time for which it is claimed.
  public var at: Moment
  /// What the session's clock did, as of the command's reading.
  public var phase: Phase
  /// The running time, as of the command's reading.
  public var runningTime: Duration
  /// The lap, if one was taken or amended.
  public var lap: Lap?
  /// The session's name.
  public var name: String?
  /// The other sessions that run or count down; nil if that is not known any more.
  public var others: RunningSessions?
  /// Whether nothing is known any more but which event it is: then phase, running time, lap and name
  /// are those of now.
  public var isOfNow = false
}
