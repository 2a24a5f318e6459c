import EventLog
import Logbook
import Terminal
import Timing

/// Appends the commands of a live screen's keys; it opens the log at the first command.
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
