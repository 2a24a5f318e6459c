import Signals
import Testing

struct TimedOperatorTests {
  private let scheduler = VirtualScheduler()
  private let source = Subject<Int>()

  /// Runs a body while an operator over the source is subscribed to, and returns the elements with
  /// their frames.
  private func received(
    _ make: (Signal<Int>) -> Signal<Int>, receive: @escaping (Int) -> Void = { _ in },
    during body: () -> Void
  ) -> [String] {
    var received: [String] = []
    let subscription = make(source.signal).subscribe { [scheduler] number in
      received.append("\(number) at \(Recording.frame(of: scheduler.now))")
      receive(number)
    }
    body()
    subscription.cancel()
    #expect(scheduler.next == nil)
    return received
  }

  private func debounced(_ source: Signal<Int>) -> Signal<Int> {
    source.debounce(for: .frames(3), scheduler: scheduler)
  }

  @Test func `an element at the exact due time restarts the wait`() {
    // Set before the alarm of debounce, so that it runs first.
    let alarm = scheduler.schedule(at: .frames(3)) { source.send(2) }
    let all = received(debounced) {
      source.send(1)
      scheduler.advance(to: .frames(9))
    }
    withExtendedLifetime(alarm) {}
    #expect(all == ["2 at 6"])
  }

  @Test func `a burst causes at most one wake-up for each span`() {
    let all = received(debounced) {
      for number in 0..<1000 {
        scheduler.advance(by: .frames(1) / 10)
        source.send(number)
      }
      #expect(scheduler.wakeUps <= 34)
      scheduler.advance(by: .frames(3))
      #expect(scheduler.next == nil)
    }
    #expect(all == ["999 at 103"])
  }

  @Test func `an element sent within a receive waits again`() {
    let all = received(debounced) {
      if $0 < 3 { source.send($0 + 1) }
    } during: {
      source.send(1)
      scheduler.advance(to: .frames(6))
    }
    #expect(all == ["1 at 3", "2 at 6"])
  }

  @Test func `a throttled signal sets no alarm while nothing is kept`() {
    let all = received {
      $0.throttle(for: .frames(4), scheduler: scheduler, latest: true)
    } during: {
      source.send(1)
      #expect(scheduler.next == nil)
      source.send(2)
      #expect(scheduler.next == .frames(4))
      scheduler.advance(to: .frames(4))
      #expect(scheduler.next == nil)
    }
    #expect(all == ["1 at 0", "2 at 4"])
  }

  @Test(arguments: [false, true])
  func `an element exactly at the end of the interval is delivered at once`(latest: Bool) {
    let all = received {
      $0.throttle(for: .frames(4), scheduler: scheduler, latest: latest)
    } during: {
      source.send(1)
      scheduler.advance(to: .frames(4))
      source.send(2)
      #expect(scheduler.next == nil)
    }
    #expect(all == ["1 at 0", "2 at 4"])
  }

  @Test func `a full interval follows a late wake-up`() {
    let all = received {
      $0.throttle(for: .frames(4), scheduler: scheduler, latest: true)
    } during: {
      source.send(1)
      source.send(2)
      scheduler.oversleep(to: .frames(7))
      source.send(3)
      scheduler.advance(to: .frames(20))
    }
    #expect(all == ["1 at 0", "2 at 7", "3 at 11"])
  }

  private let marbles = MarbleTest()

  @Test func `one alarm is set at a time`() {
    let all = received {
      $0.delay(.frames(1), on: scheduler)
    } during: {
      for number in 1...100 { source.send(number) }
      scheduler.advance(to: .frames(1))
    }
    #expect(all == (1...100).map { "\($0) at 1" })
    #expect(scheduler.wakeUps == 1)
  }

  @Test func `a custom failure is sent before the end`() {
    let source = marbles.hot("--a--b-----c")
    let failing = source.signal.map(Result<String, Probe.Fault>.success)
      .timeout(.frames(4), scheduler: marbles.scheduler) { Probe.Fault() }
      .map { result in
        if case .failure = result { source.expectSubscriptions("^--------!") }
        return result
      }
      .replaceErrors(with: "x")
    marbles.expect(failing, gives: "--a--b---(x|)")
  }

  @Test func `a frequent source causes at most one wake-up for each span`() {
    let subscription = source.signal.timeout(.seconds(1), scheduler: scheduler).subscribe { _ in }
    for number in 0..<1000 {
      scheduler.advance(by: .milliseconds(10))
      source.send(number)
    }
    #expect(subscription.isActive)
    #expect(scheduler.wakeUps <= 11)
    scheduler.advance(by: .seconds(1))
    #expect(!subscription.isActive)
  }
}

/// Timed signals on a scheduler that is not part of the library.
struct CustomSchedulerTests {
  private final class CustomScheduler: Scheduler {
    let clock = VirtualScheduler()
    var now: Duration { clock.now }

    func schedule(at moment: Duration, _ action: @escaping () -> Void) -> Subscription {
      clock.schedule(at: moment, action)
    }
  }

  /// All timed operators over a source, and all timed sources.
  private func signals(_ source: Signal<Int>, on scheduler: some Scheduler) -> [Signal<Int>] {
    [
      source.delay(.frames(2), on: scheduler),
      source.debounce(for: .frames(2), scheduler: scheduler),
      source.throttle(for: .frames(2), scheduler: scheduler, latest: true),
      source.timeout(.frames(9), scheduler: scheduler), .interval(.frames(2), on: scheduler),
      .lasting(on: scheduler) { (7, .frames(3)) },
      Signal<Void>.timer(after: .frames(5), on: scheduler).map { 5 },
    ]
  }

  /// The elements of all signals with their times, while sources send and time passes.
  private func elements(on scheduler: some Scheduler, clock: VirtualScheduler) -> [String] {
    let source = Subject<Int>()
    var elements: [String] = []
    let subscriptions = signals(source.signal, on: scheduler).enumerated().map { index, signal in
      signal.subscribe { elements.append("\(index): \($0) at \(scheduler.now)") }
    }
    for (number, frame) in [1, 2, 3, 8, 9, 15].enumerated() {
      clock.advance(to: .frames(frame))
      source.send(number)
    }
    clock.advance(to: .frames(30))
    for subscription in subscriptions { subscription.cancel() }
    #expect(clock.next == nil && !source.isObserved)
    return elements
  }

  @Test func `operators work with a custom scheduler, and retain nothing after a cancel`() {
    let (custom, library) = (CustomScheduler(), VirtualScheduler())
    let given = elements(on: custom, clock: custom.clock)
    #expect(given == elements(on: library, clock: library) && !given.isEmpty)
  }
}
