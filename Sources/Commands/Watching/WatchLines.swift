import Arguments
import EventLog
import Glibc
import Host
import Live
import Logbook
import Signals
import SignalsPoll
import Terminal
import Text
import Timing

/// The output of `watch --json`: a line whenever the live screen would change.
///
/// Ages are omitted, so that a stopped clock prints only one line for each event.
struct WatchLines {
  let session: SessionFeed
  let feed: LogFeed
  let context: Context

  /// Prints until interrupted, or until the reader closes the pipe.
  func run() throws {
    guard let loop = EventLoop() else { throw Failure.cannotWait(errno: errno) }
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
    let snapshots = session.boards.snapshots(
      now: feed.clock.reading, clockSteps: loop.clockSteps, on: loop)
    let subscriptions = [
      loop.whenAbandoned(context.world.output) { attempt { throw OutputError.readerClosed } },
      interrupts.map { interrupts in
        loop.whenReadable(interrupts.file) { attempt { throw Failure.ended } }
      },
      snapshots.subscribe { board, snapshot in
        attempt {
          context.print { json in write(board, snapshot, to: &json) }
          try context.output.flush()
        }
      },
    ]
    try loop.run()
    withExtendedLifetime(subscriptions) {}
    if let failure = failure ?? reader.failure { throw failure }
  }

  /// Writes the fields of `status` without ages and only the newest lap; nothing for a session
  /// without events.
  private func write(_ board: SessionBoard, _ snapshot: Snapshot, to json: inout JSONWriter) {
    guard let uid = board.session.uid, let number = board.number else { return }
    let report = SessionReport(number, uid, snapshot, context.times)
    json.object {
      $0.fields(SessionReport.state + SessionReport.counts, of: report)
      $0.field("lap", board.session.laps.last.map { LapReport($0, context.times) })
      $0.fields(SessionReport.rest, of: report)
    }
  }
}
