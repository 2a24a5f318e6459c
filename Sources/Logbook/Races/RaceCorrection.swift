import EventLog
import Racing
import Text
import Timing

/// The change that a correction makes to a race.
enum RaceCorrection {
  /// The race's own session as it is after the correction.
  case session(Session)
  /// One event begins or ceases to count.
  case single(Single)

  /// A crossing, ruling, assignment, removal or withdrawal that begins or ceases to count.
  struct Single {
    var event: Event
    /// Whether it counts now.
    var stands: Bool
    /// The event that it removes or assigns; nil for others.
    var target: Event?
    /// The other rulings on the runner, or assignments of the crossing, that stand, in order.
    var others: [Event] = []
    /// The entry of a runner who was withdrawn, after the correction; nil without one.
    var entry: StandingEntry?
    /// The event as the answer to an undo or redo names it; nil for a removal.
    var reverted: RevertedEvent?
  }
}

/// Undo, redo and removals in a race, without its past events.
extension Appender {
  /// Decides an undo, a redo, or the removal of a crossing or ruling of a race.
  ///
  /// - Returns: the kind of event to append; nil if past events are needed, and if the command is
  ///   not possible.
  /// - Throws: `LogError`; `DatabaseError`.
  func decideReversal(
    _ command: Command, _ number: Int, _ summary: Summary, at reading: Reading
  ) throws -> Event.Kind? {
    guard summary.profile.plan.isRace, summary.profile.timingPoint == nil else { return nil }
    switch command {
    case .undo:
      let event = try log.search(newestEventsOf: number, through: summary.version) { $0.toUndo }
      // The entries of one command are taken back together.
      guard let event, event.batch == nil || !event.kind.isEntry else { return nil }
      return .reverted(event.id)
    case .redo:
      let undo = try log.search(newestEventsOf: number, through: summary.version) { $0.toRedo }
      return undo.map { .reverted($0.id) }
    case .remove(.event(let version)):
      guard summary.phase(at: reading) != .countdown else { return nil }
      return try races.removable(version, in: number, of: log).map { .removed($0) }
    case .start, .stop, .resume, .lap, .mark, .amend, .remove, .plan, .name, .tag, .untag,
      .identify, .discard, .race, .wave, .join, .assign, .order:
      return nil
    }
  }

  /// Returns what an event changes that takes back, restores or removes a crossing, ruling,
  /// assignment or withdrawal of the race's own session.
  ///
  /// - Parameters:
  ///   - event: the event, which is not in the log yet.
  ///   - number: the session.
  ///   - before: its state before the event.
  /// - Returns: the correction; nil for other events, and if past events are needed.
  /// - Throws: `LogError`; `DatabaseError`.
  func correction(
    by event: Event, _ number: Int, _ before: Summary
  ) throws -> RaceCorrection.Single? {
    guard cache.folded?.session != number, !staleRaces.contains(number),
      before.profile.plan.isRace, before.profile.timingPoint == nil,
      !before.profile.isDiscarded
    else { return nil }
    var single: RaceCorrection.Single
    switch event.kind {
    case .removed: single = RaceCorrection.Single(event: event, stands: true)
    case .reverted:
      let changed = try log.search(
        newestEventsOf: number, through: before.version, and: event
      ) { $0.changed }
      guard let changed else { return nil }
      single = RaceCorrection.Single(event: changed.event, stands: changed.stands)
      single.reverted = RevertedEvent(event: changed.event)
      if case .race(.withdrawn(let bib)) = changed.event.kind {
        cache.scans += 1
        guard cache.scans <= KnownRace.mostScans,
          case .found(let entry) = try log.standingEntry(
            of: bib, in: number, through: before.version, and: event)
        else { return nil }
        single.entry = entry
      }
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .amended, .discarded, .race, .unknown:
      return nil
    }
    return try races.complete(single, number, of: log)
  }
}

extension Event.Kind {
  fileprivate var isEntry: Bool { if case .race(.entered) = self { true } else { false } }
}
