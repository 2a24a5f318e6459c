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
      .unknownSession,
      .unknownCourse,
      .noneRunning, .ambiguousSession, .idReused, .nameTaken, .invalid:
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
