import Signals
import Terminal

/// Reads a feed on for as long as it lives: when its bell rings, whenever the loop wakes up, and
/// now and then.
final class FeedReader {
  /// Why the feed could not be read on; the loop was stopped then.
  private(set) var failure: (any Error)?

  private let feed: SessionFeed
  private let loop: Loop
  private var bell: Int32?
  private var listening: [Subscription] = []

  /// How often to look: beside a bell only for what is appended without a ring, by another program,
  /// or by a process that was killed before it.
  private static let periods = (beside: Duration.seconds(60), without: Duration.milliseconds(250))

  init(_ feed: SessionFeed, on loop: Loop) {
    self.feed = feed
    self.loop = loop
    listen()
    loop.onWakeUp = { [unowned self] in readOn() }
  }

  deinit { loop.onWakeUp = {} }

  /// Takes in what has been appended since the last look.
  func readOn() {
    do {
      try feed.readOn()
    } catch {
      failure = failure ?? error
      loop.stop()
    }
    // A bell may be hung, or lost, while the feed is read.
    if feed.bell != bell { listen() }
  }

  private func listen() {
    bell = feed.bell
    let period = bell == nil ? Self.periods.without : Self.periods.beside
    listening = [
      Signal<Int>.interval(period, on: loop).subscribe { [unowned self] _ in readOn() }
    ]
    if let bell { listening.append(loop.whenReadable(bell) { [unowned self] in readOn() }) }
  }
}
