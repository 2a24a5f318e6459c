import Live
import Signals
import SignalsPoll
import Testing

@testable import Terminal

struct FeedReaderTests {
  @Test func `an event appended without a ring is found within a minute`() {
    let rig = FeedRig(doorbell: 7)
    rig.feed.log = ["lapped"]
    rig.scheduler.advance(to: .nanoseconds(59_999_999_999))
    #expect(rig.feed.shown == [])
    #expect(rig.scheduler.wakeUps == 0)
    rig.scheduler.advance(to: .seconds(60))
    #expect(rig.feed.shown == ["lapped"])
    rig.scheduler.advance(to: .seconds(600))
    #expect(rig.scheduler.wakeUps == 10, "it is read once a minute")
  }

  @Test func `an event appended with a ring is found at once`() {
    let rig = FeedRig(doorbell: 7)
    rig.feed.log = ["lapped"]
    rig.ring(7)
    #expect(rig.feed.shown == ["lapped"])
    #expect(rig.scheduler.now == .zero)
  }

  @Test func `without a doorbell the feed is read four times a second`() {
    let rig = FeedRig(doorbell: nil)
    rig.scheduler.advance(to: .seconds(1))
    #expect(rig.feed.reads == 4)
    rig.feed.doorbell = 8
    rig.scheduler.advance(to: .seconds(61))
    #expect(rig.feed.reads == 5)
    rig.ring(8)
    #expect(rig.feed.reads == 6)
    rig.feed.doorbell = nil
    rig.ring(8)
    #expect(rig.doorbells == [])
    rig.scheduler.advance(to: .seconds(62))
    #expect(rig.feed.reads == 11)
  }

  @Test func `a failure in or between reads is reported at once, and the first one stays`() {
    let rig = FeedRig(doorbell: 7)
    rig.feed.failure = Failure(number: 1)
    rig.scheduler.advance(to: .seconds(60))
    #expect(rig.failures == [Failure(number: 1)])
    rig.feed.failure = Failure(number: 2)
    rig.reader.readNew()
    #expect(rig.reader.failure as? Failure == Failure(number: 1), "the first failure stays")
    let other = FeedRig(doorbell: 7)
    other.feed.failureSubject.send(Failure(number: 3))
    #expect(other.failures == [Failure(number: 3)])
    #expect(other.scheduler.now == .zero)
  }

  @Test func `after an early failure the loop does not run`() throws {
    let loop = try #require(EventLoop())
    let feed = TestFeed(doorbell: nil)
    let reader = FeedReader(feed, on: loop)
    feed.failureSubject.send(Failure(number: 4))
    try loop.run()
    #expect(reader.failure as? Failure == Failure(number: 4))
    #expect(loop.wakeUps == 0)
  }
}

private struct Failure: Error, Hashable { var number: Int }

/// A feed of strings that the test sets.
private final class TestFeed: Feed {
  var doorbell: Int32?
  var failures: Signal<any Error> { failureSubject.signal }
  let failureSubject = Subject<any Error>()
  var log: [String] = []
  var failure: Failure?
  private(set) var shown: [String] = []
  private(set) var reads = 0

  init(doorbell: Int32?) { self.doorbell = doorbell }

  func readNew() throws {
    reads += 1
    if let failure { throw failure }
    shown = log
  }
}

/// A reader in virtual time, with doorbells that the test rings.
private final class FeedRig {
  let scheduler = VirtualScheduler()
  let feed: TestFeed
  private(set) var failures: [Failure?] = []
  var doorbells: [Int32] { listeners.keys.sorted() }
  private var listeners: [Int32: () -> Void] = [:]
  private(set) lazy var reader: FeedReader = FeedReader(
    feed, on: scheduler,
    rings: { [unowned self] doorbell in
      Signal { [unowned self] observer, lifetime in
        listeners[doorbell] = { observer.receive(()) }
        lifetime.onEnd { [weak self] in self?.listeners[doorbell] = nil }
      }
    },
    onFailure: { [unowned self] in failures.append(reader.failure as? Failure) })

  init(doorbell: Int32?) {
    feed = TestFeed(doorbell: doorbell)
    _ = reader
  }

  func ring(_ doorbell: Int32) { listeners[doorbell]?() }
}
