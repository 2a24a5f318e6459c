import EventLog
import Logbook
import Terminal
import Text
import Timing

extension Rejection {
  /// The message for a key of the live screen, with the keys that would work.
  func messageForKeys(on board: SessionBoard) -> String {
    switch self {
    case .refused(.notRunning(.ready), _) where board.others != .idle: "Not started."
    case .refused(let refusal, _): refusal.messageForKeys ?? Failure(self).message
    case .othersRun(let sessions, let areCountingDown, let only):
      Self.standing(sessions, areCountingDown, only) + ", "
        + (board.unstarted.map { "'laptimer start --session \($0) --also' starts this one" }
          ?? "'laptimer start --also' starts another one")
        + " beside \(sessions.isOne ? "it" : "them")."
    case .oneRefused, .severalRunning, .noSession, .noOwnEvent, .otherDevice, .allDiscarded,
      .unknownSession, .unknownCourse, .noneRunning, .ambiguousSession, .idReused, .nameTaken,
      .invalid:
      Failure(self).message
    }
  }
}

extension SessionBoard {
  /// The number of a session without a start; nil for other sessions.
  fileprivate var unstarted: Int? { session.summary.startedAt == nil ? number : nil }
}

extension Refusal {
  /// The message with the keys that would work; nil: that of the command line is shown.
  fileprivate var messageForKeys: String? {
    switch self {
    case .notRunning(.ready): "Not started: space starts."
    case .notRunning(.stopped), .notReady: "Stopped: space resumes."
    case .notRunning(let phase): "Not running: \(phase.rawValue)."
    case .countingDown: "Counting down: u cancels the start."
    case .alreadyRunning: "Already running."
    case .finished: "Finished: space starts the next session."
    case .discarded: "Discarded: u restores it."
    case .nothingToUndo: "Nothing to undo."
    case .nothingToRedo: "Nothing to redo."
    case .notRunningThen, .notStopped, .beforeStart, .beforeLastEvent, .inTheFuture,
      .beyondTimeline, .noSuchLap, .noSuchEvent, .outOfOrder, .noLabel, .needsLabel, .noCourse,
      .noSuchSegment, .notRemovable, .noSuchTag, .tooManyTags, .noRace, .noSuchEntry,
      .noSuchCrossing, .noSuchWave, .waveStarted, .notATie, .timesPoint:
      nil
    }
  }
}

extension Receipt {
  /// The message after a correction by a key; nil for other commands, whose effect is seen at once.
  func note(on command: Command, to before: SessionBoard) -> String? {
    let times = before.times
    switch command {
    case .undo: return "Took back \(reverted?.words(times) ?? "an event")."
    case .redo: return "Restored \(reverted?.words(times) ?? "an event")."
    case .remove(.event(let event)): return "Removed \(before.words(ofEvent: event))."
    case .amend(.event(let event), let change):
      let subject = before.words(ofEvent: event)
      switch change.label {
      case .set(let label): return "Renamed \(subject), to \"\(Harmless.text(label))\"."
      case .lifted: return "Removed the name of \(subject)."
      case .unchanged:
        return "Moved \(subject)\(lap.map { ", to \(times.text(of: $0.split))" } ?? "")."
      }
    case .start, .stop, .resume, .lap, .mark, .amend, .remove, .plan, .name, .tag, .untag,
      .identify, .discard, .race, .wave, .join, .assign, .order:
      return nil
    }
  }
}

extension SessionBoard {
  /// The lap or timestamp of an event: `lap 3, 00:28.1`, `the timestamp "pit"`.
  fileprivate func words(ofEvent event: Int) -> String {
    if let lap = session.laps.first(where: { $0.event == event }) { return lap.words(times) }
    let timestamp = session.timestamps.first { $0.event == event }
    return timestamp.map { "the timestamp \"\(Harmless.text($0.label))\"" } ?? "event \(event)"
  }
}
