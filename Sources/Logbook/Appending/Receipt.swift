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
  /// The event that an undo took back, or that a redo restored; nil for any other event.
  public var reverted: RevertedEvent?
  /// The session's name.
  public var name: String?
  /// The other sessions that run or count down; nil if that is not known any more.
  public var others: RunningSessions?
  /// Whether nothing is known any more but which event it is: then phase, running time, lap and name
  /// are those of now.
  public var isOfNow = false
}

/// An event that was taken back or restored.
public struct RevertedEvent: Hashable, Sendable {
  /// The number of the event in its session.
  public var version: Int
  /// The name of its kind.
  public var kind: String
}

extension Session {
  /// The event that a `reverted` takes back or restores, whatever the number of undos between.
  func reverted(by event: Event) -> RevertedEvent? {
    guard case .reverted = event.kind else { return nil }
    var found = event
    while case .reverted(let id) = found.kind {
      guard let target = self.event(id), target.version < found.version else { return nil }
      found = target
    }
    return RevertedEvent(version: found.version, kind: found.kind.name)
  }
}
