import EventLog
import Terminal
import Timing

/// What appends for a live screen; the log is opened for it with the first press.
final class Pen {
  private let feed: SessionFeed
  private let context: Context
  private var log: EventLog?

  init(_ feed: SessionFeed, _ context: Context) {
    self.feed = feed
    self.context = context
  }

  /// Appends what a key asks for, to happen so long after the reading.
  ///
  /// - Returns: why not, if it was not.
  func write(_ command: Command, after delay: Duration, _ reading: Reading) -> String? {
    do {
      let log = try log ?? context.openLog(for: .appending(longLived: true))
      self.log = log
      _ = try log.append(
        Proposal(
          id: context.world.makeID(reading.recordedAt), command,
          of: .named(String(feed.newest.number)), time: delay > .zero ? .after(delay) : .now,
          instant: feed.instant(of: reading), source: "watch"))
      return nil
    } catch let rejection as Rejection {
      return rejection.told(toKeysOf: feed.newest)
    } catch {
      return Failure(error).message
    }
  }
}
