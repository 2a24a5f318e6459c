import Signals
import Testing

@testable import Terminal
import Text

/// When a feed is read on, in virtual time.
struct FeedReaderTests {
  @Test func `what is appended without a ring is found within a minute`() {
    let rig = FeedRig(bell: 7)
    rig.feed.log = ["lapped"]
    rig.scheduler.advance(to: .nanoseconds(59_999_999_999))
    #expect(rig.feed.shown == [])
    #expect(rig.scheduler.wakeUps == 0)
    rig.scheduler.advance(to: .seconds(60))
    #expect(rig.feed.shown == ["lapped"])
    rig.scheduler.advance(to: .seconds(600))
    #expect(rig.scheduler.wakeUps == 10, "it looks once a minute and no more")
  }

  @Test func `what is appended with a ring is found at once`() {
    let rig = FeedRig(bell: 7)
    rig.feed.log = ["lapped"]
    rig.ring(7)
    #expect(rig.feed.shown == ["lapped"])
    #expect(rig.scheduler.now == .zero)
  }

  @Test func `without a bell it looks four times a second, until one is hung`() {
    let rig = FeedRig(bell: nil)
    rig.scheduler.advance(to: .seconds(1))
    #expect(rig.feed.looks == 4)
    rig.feed.bell = 8
    rig.scheduler.advance(to: .seconds(61))
    #expect(rig.feed.looks == 5)
    rig.ring(8)
    #expect(rig.feed.looks == 6)
    rig.feed.bell = nil
    rig.ring(8)
    #expect(rig.bells == [])
    rig.scheduler.advance(to: .seconds(62))
    #expect(rig.feed.looks == 11)
  }

  @Test func `a failure of reading on is told with the look that finds it`() {
    let rig = FeedRig(bell: 7)
    rig.feed.trouble = Trouble(number: 1)
    rig.scheduler.advance(to: .seconds(60))
    #expect(rig.told == [Trouble(number: 1)])
    rig.feed.trouble = Trouble(number: 2)
    rig.reader.readOn()
    #expect(rig.reader.failure as? Trouble == Trouble(number: 1), "the first reason stays")
  }

  @Test func `a failure that is found between two looks is told at once`() {
    let rig = FeedRig(bell: 7)
    rig.feed.failing.send(Trouble(number: 3))
    #expect(rig.told == [Trouble(number: 3)])
    #expect(rig.scheduler.now == .zero)
  }

  @Test func `a failure that is known before the loop runs keeps it from running`() throws {
    let loop = try #require(Loop())
    let feed = PaperFeed(bell: nil)
    let reader = FeedReader(feed, on: loop)
    feed.failing.send(Trouble(number: 4))
    loop.run()
    #expect(reader.failure as? Trouble == Trouble(number: 4))
    #expect(loop.wakeUps == 0)
  }
}

private struct Trouble: Error, Hashable { var number: Int }

/// A log that is a list, and what a look has found in it.
private final class PaperFeed: Feed {
  var bell: Int32?
  var failures: Signal<any Error> { failing.signal }
  let failing = Subject<any Error>()
  var log: [String] = []
  var trouble: Trouble?
  private(set) var shown: [String] = []
  private(set) var looks = 0

  init(bell: Int32?) { self.bell = bell }

  func readOn() throws {
    looks += 1
    if let trouble { throw trouble }
    shown = log
  }
}

/// A reader in virtual time, and the bells that it hears.
private final class FeedRig {
  let scheduler = VirtualScheduler()
  let feed: PaperFeed
  private(set) var told: [Trouble?] = []
  var bells: [Int32] { hearing.keys.sorted() }
  private var hearing: [Int32: () -> Void] = [:]
  private(set) lazy var reader: FeedReader = FeedReader(
    feed, on: scheduler,
    hear: { [unowned self] bell, action in
      hearing[bell] = action
      return Subscription { [weak self] in self?.hearing[bell] = nil }
    },
    onFailure: { [unowned self] in told.append(reader.failure as? Trouble) })

  init(bell: Int32?) {
    feed = PaperFeed(bell: bell)
    _ = reader
  }

  func ring(_ bell: Int32) { hearing[bell]?() }
}
