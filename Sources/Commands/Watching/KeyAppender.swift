import EventLog
import Logbook
import Terminal
import Timing

/// Appends the commands of a live screen's keys; it opens the log at the first one.
final class KeyAppender {
  private let feed: SessionFeed
  private let context: Context
  private var log: Logbook?

  init(_ feed: SessionFeed, _ context: Context) {
    self.feed = feed
    self.context = context
  }

  /// Appends a command at a delay after the reading of its key.
  ///
  /// - Returns: the reason if it fails; nil if it was appended.
  func append(_ command: Command, after delay: Duration, _ reading: Reading) -> String? {
    do {
      let log = try log ?? context.openLog(for: .appending(longLived: true))
      self.log = log
      _ = try log.append(
        Request(
          id: context.world.makeID(reading.recordedAt), command,
          of: .named(String(feed.newest.number)), time: delay > .zero ? .after(delay) : .now,
          instant: feed.instant(of: reading), source: "watch"))
      return nil
    } catch let rejection as Rejection {
      return rejection.messageForKeys(on: feed.newest)
    } catch {
      return Failure(error).message
    }
  }
}

extension Rejection {
  /// The message for a key of the live screen, with the keys that would work.
  fileprivate func messageForKeys(on board: SessionBoard) -> String {
    switch self {
    case .refused(.notRunning(.ready), _) where board.others != .idle: "Not started."
    case .refused(let refusal, _): refusal.messageForKeys ?? Failure(self).message
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
  /// The message where keys would work; nil where it is that of the command line.
  fileprivate var messageForKeys: String? {
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
