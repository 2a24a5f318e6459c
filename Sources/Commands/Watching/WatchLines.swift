import EventLog
import Glibc
import Signals
import Terminal
import Timing

/// What a live screen shows, as JSON: a line each time that it changes.
///
/// Ages are left out, so that a clock that stands prints a line an event and no more.
struct WatchLines {
  private let feed: SessionFeed
  private let context: Context

  init(_ feed: SessionFeed, _ context: Context) {
    self.feed = feed
    self.context = context
  }

  /// Prints until interrupted, or until the reader leaves.
  func run() throws {
    guard let loop = Loop() else { throw Failure.cannotWait(errno: errno) }
    let interrupts = try context.world.catchInterrupts()
    var failure: (any Error)?
    func attempt(_ action: () throws -> Void) {
      do {
        try action()
      } catch {
        failure = failure ?? error
        loop.stop()
      }
    }
    let reader = FeedReader(feed, on: loop)
    let held = [
      loop.whenAbandoned(context.world.output) { attempt { throw OutputError.readerClosed } },
      interrupts.map { interrupts in
        loop.whenReadable(interrupts.file) {
          attempt { throw Failure.interrupted }
        }
      },
      feed.boards.states(now: feed.reading, clockSteps: loop.clockSteps, on: loop).subscribe {
        state in
        attempt {
          context.print { state.write(to: &$0) }
          try context.output.flush()
        }
      },
    ]
    loop.run()
    withExtendedLifetime(held) {}
    if let failure = failure ?? reader.failure { throw failure }
  }
}
