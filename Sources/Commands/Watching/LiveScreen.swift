import EventLog
import Signals
import Terminal
import Timing

/// A live screen on a session of the log: keyboard, log, clock and terminal, wired together.
struct LiveScreen {
  private let feed: SessionFeed
  private let context: Context
  private let holdOffEnd: Duration?
  private let countdown: Duration

  init(_ feed: SessionFeed, _ context: Context, holdOff: Duration?, countdown: Duration) {
    self.feed = feed
    self.context = context
    self.countdown = countdown
    holdOffEnd = holdOff.flatMap { $0 > .zero ? context.instant.ticks + $0 : nil }
  }

  /// Shows it until the user leaves.
  func run() throws {
    let stand = try TerminalStand(context, now: feed.reading)
    let reader = FeedReader(feed, on: stand.loop)
    let pen = Pen(feed, context)
    let watch = Watch(
      Watch.Log(
        boards: feed.boards,
        perform: { command, delay, reading in
          defer { reader.readOn() }
          return pen.write(command, after: delay, reading)
        },
        now: feed.reading, clockSteps: stand.loop.clockSteps),
      presses: stand.stage.presses, sizes: stand.stage.sizes, look: stand.look,
      holdOffEnd: holdOffEnd, countdown: countdown, on: stand.loop)
    let ending = stand.stage.run(watch.frames, until: watch.quits)
    withExtendedLifetime(watch) {}
    if let failure = reader.failure { throw failure }
    try ending.end()
  }
}
