package import Signals
package import Timing

/// A source to which other processes append, such as the events of a session.
package protocol Feed: AnyObject {
  /// A file that becomes readable after an append; nil if there is none.
  var doorbell: Int32? { get }
  /// Failures that occur between two reads.
  var failures: Signal<any Error> { get }
  /// Reads the new elements without waiting.
  func readNew() throws
}

/// Reads a feed whenever its doorbell rings, periodically, and at each wake-up of the loop.
package final class FeedReader {
  /// The first failure of the feed.
  package private(set) var failure: (any Error)?

  private let feed: any Feed
  private let onFailure: () -> Void
  private let doorbell: Relay<Int32?>
  private var subscriptions: [Subscription] = []

  /// The periods of reading.
  ///
  /// With a doorbell, this only finds appends that did not ring: by another program, or by a
  /// process that was killed before it rang.
  private static let periods = (
    withDoorbell: Duration.seconds(60), without: Duration.milliseconds(250)
  )

  /// Reads a feed; `rings` has an element whenever a file is readable.
  package init(
    _ feed: any Feed, on scheduler: any Scheduler, rings: @escaping (Int32) -> Signal<Void>,
    onFailure: @escaping () -> Void
  ) {
    self.feed = feed
    self.onFailure = onFailure
    doorbell = Relay(feed.doorbell)
    subscriptions = [
      feed.failures.subscribe { [unowned self] in fail($0) },
      // A doorbell with the number of the last one may be another file.
      doorbell.signal
        .map { doorbell in
          let period = doorbell == nil ? Self.periods.without : Self.periods.withDoorbell
          let ticks = Signal<Int>.interval(period, on: scheduler).map { _ in }
          return doorbell.map { .merge(ticks, rings($0)) } ?? ticks
        }
        .switchToLatest()
        .subscribe { [unowned self] in readNew() },
    ]
  }

  /// Reads the new elements.
  package func readNew() {
    do {
      try feed.readNew()
    } catch {
      fail(error)
    }
    // The doorbell may have been created or removed.
    doorbell.value = feed.doorbell
  }

  private func fail(_ error: any Error) {
    failure = failure ?? error
    onFailure()
  }
}

extension Signal {
  /// Repeats the newest element at each element of a trigger.
  ///
  /// ```
  /// self                        --a---b----
  /// trigger                     x---x---x-x
  /// repeatingLatest(on: trigger) --a-a-b-b-b
  /// ```
  /// It ends when both have ended.
  package func repeatingLatest(on trigger: Signal<Void>) -> Signal {
    combineLatest(trigger.prepend(())).map { $0.0 }
  }
}

extension Signal where Element == SessionBoard {
  /// Takes snapshots of a session, beginning with the present one, whenever events have arrived, or
  /// its clock shows another time.
  ///
  /// `clockSteps` has an element whenever the wall clock was set.
  package func snapshots(
    now: @escaping () -> Reading, clockSteps: Signal<Void> = .never, on scheduler: any Scheduler
  ) -> Signal<(board: SessionBoard, snapshot: Snapshot)> {
    // A change of other sessions gives no snapshot.
    removeDuplicates { $0.session.summary.version == $1.session.summary.version }
      .repeatingLatest(on: clockSteps)
      .map { board in
        Signal<(board: SessionBoard, snapshot: Snapshot)>.lasting(on: scheduler) {
          let snapshot = board.session.snapshot(at: now())
          return ((board, snapshot), snapshot.changesAfter())
        }
      }
      .switchToLatest()
  }
}
