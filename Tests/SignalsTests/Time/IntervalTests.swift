import Signals
import Testing
import TimingTestSupport

struct IntervalTests {
  private let scheduler = VirtualScheduler()
  private let marbles = MarbleTest()

  @Test func `a period of zero is refused, since time would never pass`() async {
    await #expect(processExitsWith: .failure) { _ = Signal.interval(.zero, on: VirtualScheduler()) }
  }

  @Test func `an interval ticks on time a thousand years after its start`() {
    let year = Duration.seconds(31_556_952)
    var ticks: [Int] = []
    let subscription = Signal.interval(.seconds(1), from: year * -1_000, on: scheduler)
      .subscribe { ticks.append($0) }
    scheduler.advance(to: .seconds(2))
    #expect(ticks == [31_556_952_001, 31_556_952_002])
    subscription.cancel()
    scheduler.oversleep(to: year * 1_000)
    let late = Signal.timer(at: year * 1_000 + .seconds(1), on: scheduler).subscribe { ticks = [] }
    scheduler.run()
    #expect(ticks.isEmpty && scheduler.now == year * 1_000 + .seconds(1))
    late.cancel()
  }

  @Test func `numbers are clamped to Int, each tick at its moment`() {
    let shortest = Duration(attoseconds: 1)
    var ticks: [Int] = []
    let late = Signal.interval(shortest, on: scheduler).subscribe { ticks.append($0) }
    scheduler.oversleep(to: .seconds(20))
    #expect(ticks == [.max])
    late.cancel()
    ticks = []
    let early = Signal.interval(shortest, from: .seconds(100), on: scheduler).prefix(2)
      .subscribe { ticks.append($0) }
    scheduler.run()
    #expect(ticks == [.min, .min])
    #expect(scheduler.now == .seconds(20) + shortest * 2)
    early.cancel()
  }

  @Test func `a tick beyond the range of Duration never occurs`() {
    scheduler.advance(to: .seconds(1))
    let never = Signal.interval(Duration(attoseconds: .max), on: scheduler).subscribe { _ in
      Issue.record("the interval ticked")
    }
    #expect(scheduler.next == nil)
    never.cancel()
    var ticks: [Int] = []
    let old = Signal.interval(.seconds(1), from: Duration(attoseconds: .min), on: scheduler)
      .prefix(1).subscribe { ticks.append($0) }
    scheduler.run()
    #expect(ticks == [.max])
    old.cancel()
  }

  @Test(arguments: [(3, -4, "--2--3--4--------"), (2, 7, "-[-3]-[-2]-[-1]-0-1-----")])
  func `ticks count the periods after a start in the past, and up to zero before one in the future`(
    period: Int, start: Int, ticks: String
  ) {
    marbles.expect(
      .interval(.frames(period), from: .frames(start), on: marbles.scheduler),
      during: "^---------!", gives: ticks)
  }

  @Test(arguments: [0, -1])
  func `a late tick has the number of its moment, and missed ticks are skipped`(start: Int) {
    var ticks: [Int] = []
    let subscription = Signal.interval(.frames(3), from: .frames(start), on: scheduler)
      .subscribe { ticks.append($0) }
    scheduler.advance(to: .frames(start + 3))
    scheduler.oversleep(to: .frames(start + 13))
    #expect(ticks == [1, 4])
    scheduler.advance(to: .frames(start + 14))
    #expect(ticks == [1, 4])
    scheduler.advance(to: .frames(start + 15))
    #expect(ticks == [1, 4, 5])
    subscription.cancel()
  }

  @Test(
    arguments: [(.milliseconds(100), 864_000), (.seconds(1) / 3, 259_200)] as [(Duration, Int)])
  func `late ticks do not drift in 24 hours`(period: Duration, count: Int) {
    var random = Seed(20_261_121)
    var last = 0
    var isExact = true
    let subscription = Signal.interval(period, on: scheduler).subscribe { number in
      isExact = isExact && number == last + 1
      last = number
    }
    let day = Duration.seconds(86_400)
    while let next = scheduler.next, next <= day {
      isExact = isExact && next == period * (last + 1)
      let delay = Duration.microseconds(.random(in: 0...99_999, using: &random))
      scheduler.oversleep(to: min(next + delay, day))
    }
    #expect(isExact)
    #expect(last == count)
    #expect(scheduler.wakeUps == count)
    subscription.cancel()
  }

  @Test func `a timer sends one element at a moment`() {
    marbles.expect(.timer(at: .frames(5), on: marbles.scheduler), during: "--^", gives: "-----(v|)")
  }

  @Test func `a timer for a past moment fires after the subscription`() {
    scheduler.advance(to: .seconds(9))
    var hasOccurred = false
    let subscription = Signal.timer(at: .seconds(5), on: scheduler).subscribe { hasOccurred = true }
    #expect(!hasOccurred)
    scheduler.advance(by: .zero)
    #expect(hasOccurred)
    #expect(!subscription.isActive)
  }

  @Test func `a time of zero is refused, since time would never pass`() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal.lasting(on: VirtualScheduler()) { ("a", .zero) }.subscribe { _ in }
    }
  }

  @Test func `a cancel within a request sets no alarm`() {
    var isCancelling = false
    var subscription: Subscription?
    subscription = Signal<Int>.lasting(on: scheduler) {
      if isCancelling { subscription?.cancel() }
      return (0, .seconds(1))
    }.subscribe { _ in }
    isCancelling = true
    scheduler.advance(to: .seconds(1))
    #expect(scheduler.next == nil)
  }

  @Test func `the time in a receiver does not delay the next element`() {
    var moments: [Duration] = []
    let subscription = Signal<Int>.lasting(on: scheduler) { (0, .seconds(10)) }.subscribe { _ in
      moments.append(scheduler.now)
      scheduler.oversleep(to: scheduler.now + .seconds(3))
    }
    scheduler.advance(to: .seconds(25))
    #expect(moments == [.zero, .seconds(10), .seconds(20)])
    subscription.cancel()
  }
}
