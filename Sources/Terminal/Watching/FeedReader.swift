package import Signals

/// What others add to, and a screen reads on in.
package protocol Feed: AnyObject {
  /// A file that can be read from when it is worth a look; nil where only looking tells.
  var bell: Int32? { get }
  /// Failures that are not found by reading on, at the moment at which they are.
  var failures: Signal<any Error> { get }
  /// Takes in what has been added since the last look; it does not wait.
  func readOn() throws
}

/// Reads a feed on for as long as it lives: when its bell rings, now and then, and whenever the
/// loop wakes up for something else.
package final class FeedReader {
  /// Why the feed could not be read on; the first reason, if there are several.
  package private(set) var failure: (any Error)?

  private let feed: any Feed
  private let scheduler: any Scheduler
  private let hear: (Int32, @escaping () -> Void) -> Subscription
  private let onFailure: () -> Void
  private var bell: Int32?
  private var listening: [Subscription] = []
  private var failing: Subscription?

  /// How often to look: beside a bell only for what is appended without a ring, by another program,
  /// or by a process that was killed before it.
  private static let periods = (beside: Duration.seconds(60), without: Duration.milliseconds(250))

  /// Reads on in a loop, which ends when that fails.
  package convenience init(_ feed: any Feed, on loop: Loop) {
    self.init(feed, on: loop, hear: loop.whenReadable, onFailure: loop.stop)
    loop.onWakeUp = { [weak self] in self?.readOn() }
  }

  /// - Parameters:
  ///   - feed: what is read.
  ///   - scheduler: whose alarms wake it.
  ///   - hear: runs an action whenever a file can be read from, until that is cancelled.
  ///   - onFailure: run when a failure is known.
  init(
    _ feed: any Feed, on scheduler: any Scheduler,
    hear: @escaping (Int32, @escaping () -> Void) -> Subscription,
    onFailure: @escaping () -> Void
  ) {
    self.feed = feed
    self.scheduler = scheduler
    self.hear = hear
    self.onFailure = onFailure
    failing = feed.failures.subscribe { [unowned self] in fail($0) }
    listen()
  }

  /// Takes in what has been added since the last look.
  package func readOn() {
    do {
      try feed.readOn()
    } catch {
      fail(error)
    }
    // A bell may be hung, or lost, while the feed is read.
    if feed.bell != bell { listen() }
  }

  private func fail(_ error: any Error) {
    failure = failure ?? error
    onFailure()
  }

  private func listen() {
    bell = feed.bell
    let period = bell == nil ? Self.periods.without : Self.periods.beside
    listening = [
      Signal<Int>.interval(period, on: scheduler).subscribe { [unowned self] _ in readOn() }
    ]
    if let bell { listening.append(hear(bell) { [unowned self] in readOn() }) }
  }
}
