import EventLog
package import Racing
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
  /// Its kind.
  public var kind: Event.Kind
  /// The wall-clock time of the event.
  public var at: Moment
  /// The phase of the session's clock at the command's reading.
  public var phase: Phase
  /// The running time at the command's reading.
  public var runningTime: Duration
  /// The running time at a crossing, the start of a wave or the link of a chip; negative before the
  /// start, nil without one and for other events.
  public var timeOfEvent: Duration?
  /// The lap, if one was recorded or amended.
  public var lap: Lap?
  /// The event that an undo took back or a redo restored; nil for other events.
  public var reverted: RevertedEvent?
  /// The sessions that the command concerns, but has not changed: for an undo or redo, those with
  /// newer events; for a new name of a course, those of other devices.
  public var leftOut: [Int] = []
  /// The crossing as its race has it after the event; nil for other events, and if only the log
  /// tells: after a command that is alone, or was repeated.
  package var crossing: StoredCrossing?
  /// Whether the crossing may count otherwise: its race is judged once for many crossings.
  package var isProvisional = false
  /// Whether the runner is entered to whom a crossing or a chip is assigned; nil if only the log
  /// tells.
  package var isEntered: Bool?
  /// The places that the command changed in the race; nil if they were not compared.
  package var places: [PlaceChange]?
  /// The session's name, tags and rules.
  public var profile: Profile
  /// The other sessions that run or count down; nil if unknown.
  public var others: RunningSessions?
  /// For an amendment, how many laps fewer count.
  public var lapsLost = 0
  /// For an undo or redo, whether its session neither ran nor counted down before.
  var wasClosed = false
  /// For a stop, the time since the start, stop, resume, lap, timestamp or crossing before it; nil
  /// if unknown.
  public var sinceLastPress: Duration?

  /// The session's name.
  public var name: String? { profile.name }

  /// The name of the segment of a course that the lap completes.
  public var segment: String? { profile.plan.name(ofSegment: lap?.segment) }
}

/// An event that was taken back or restored, or several of one command.
public struct RevertedEvent: Hashable, Sendable {
  /// The event; the first of several.
  public var event: Event
  /// All events of a batch, in order; empty for a single event.
  public var batch: [Event] = []
  /// The event that it corrects, a timestamp with its amended label; nil for other events.
  public var target: Event?
  /// Whether it changes an entry that was there before.
  public var changesEntry = false
  /// The lap that it recorded or removes, as it was while that event counted; of an amendment, the
  /// lap as it is now.
  public var lap: Lap?

  /// Adds the lap that only the session after the undo or redo has; that of an amendment has its
  /// time and label of then.
  func completed(by session: Session) -> RevertedEvent {
    var completed = self
    // An amendment is taken back or restored; the lap is there before and after it.
    if case .amended = event.kind {
      completed.lap = session.lap(of: event) ?? lap
    } else if lap == nil {
      completed.lap = session.lap(of: event)
    }
    // A timestamp has the label that it has then.
    if let target, let timestamp = session.timestamps.first(where: { $0.event == target.version }) {
      completed.target?.kind = .timestamped(label: timestamp.label)
    }
    return completed
  }
}

extension Session {
  /// Returns what a `reverted` takes back or restores, through any number of undos; nil for an
  /// event of another kind.
  ///
  /// The event need not be one of the session yet.
  func reverted(by event: Event) -> RevertedEvent? {
    guard case .reverted = event.kind else { return nil }
    var found = event
    var isBatch = false
    while case .reverted(let id, let takesBatch) = found.kind {
      guard let target = self.event(id), target.version < found.version else { return nil }
      found = target
      isBatch = takesBatch
    }
    var changesEntry = false
    if case .race(.entered(let entry)) = found.kind {
      changesEntry = hadEntry(entry.bib, before: found.version)
    }
    return RevertedEvent(
      event: found, batch: isBatch ? batch(of: found) : [],
      target: found.kind.target.flatMap { self.event($0) },
      changesEntry: changesEntry, lap: lap(of: found))
  }
}

extension Receipt {
  /// Creates the answer for an event, from the states of its session before and after it, and the
  /// place of the latest crossing before it.
  init(
    _ record: Record, _ event: Event, from before: Summary, to after: Summary, _ lap: Lap?,
    _ reverted: RevertedEvent?, others: RunningSessions?, _ latestCrossing: Duration?
  ) {
    self.init(
      session: record.session, position: record.position, version: record.version,
      id: record.id, kind: event.kind, at: record.at, phase: after.phase(at: event.reading),
      runningTime: after.runningTime(at: event.reading) ?? .zero, lap: lap, reverted: reverted,
      profile: after.profile, others: others)
    if case .stopped = event.kind, let stop = after.stopwatch.latest {
      sinceLastPress = before.latestPress(orCrossing: latestCrossing).map { stop - $0 }
    }
    if case .reverted = event.kind { wasClosed = !before.phase(at: event.reading).isOpen }
    if case .amended = event.kind { lapsLost = max(0, before.lapCount - after.lapCount) }
  }
}
