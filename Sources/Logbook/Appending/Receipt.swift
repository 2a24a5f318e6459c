import EventLog
public import Text
public import Timing

/// The answer to a request whose event is in the log.
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
  /// The wall-clock time of the event.
  public var at: Moment
  /// The phase of the session's clock at the command's reading.
  public var phase: Phase
  /// The running time at the command's reading.
  public var runningTime: Duration
  /// The lap, if one was recorded or amended.
  public var lap: Lap?
  /// The event that an undo took back or a redo restored; nil for other events.
  public var reverted: RevertedEvent?
  /// The session's name.
  public var name: String?
  /// The other sessions that run or count down; nil if unknown.
  public var others: RunningSessions?
  /// Whether the state at the event is unknown; then phase, running time and name are the current
  /// ones.
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
  /// Returns the event that a `reverted` takes back or restores, through any number of undos.
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
