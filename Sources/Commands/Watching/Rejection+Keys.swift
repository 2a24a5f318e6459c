import EventLog
import Terminal
import Timing

extension Rejection {
  /// What was refused to a key of the live screen, and what would work.
  func told(toKeysOf board: Board) -> String {
    switch self {
    case .refused(.notRunning(.ready), _) where board.others != .stand: "Not started."
    case .refused(let refusal, _): refusal.toldToKeys ?? Failure(self).message
    case .othersRun(let sessions, let areCountingDown):
      """
      \(Self.standing(sessions, areCountingDown)), 'laptimer start --session \(board.number) --also' \
      starts this one beside \(sessions.isOne ? "it" : "them").
      """
    default: Failure(self).message
    }
  }
}

extension Refusal {
  /// The same where keys would work; nil where the command line says it as well.
  fileprivate var toldToKeys: String? {
    switch self {
    case .notRunning(.ready): "Not started: space starts."
    case .notRunning(.stopped): "Stopped: space resumes."
    case .countingDown: "Counting down: u cancels the start."
    case .alreadyRunning: "Already running."
    case .notReady: "Stopped: space resumes."
    case .notRunning(let phase): "Not running: \(phase.rawValue)."
    case .finished: "Finished: 'laptimer plan' can change what finishes it."
    case .discarded: "Discarded: u brings it back."
    case .nothingToUndo: "Nothing to undo."
    case .nothingToRedo: "Nothing to redo."
    default: nil
    }
  }
}
