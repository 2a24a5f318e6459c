import Signals
import Testing

struct DebounceTests {
  private let scheduler = VirtualScheduler()
  private let source = Subject<Int>()

  /// Runs a body while an operator over the source is subscribed to, and returns the elements with
  /// their frames.
  private func received(
    _ make: (Signal<Int>) -> Signal<Int>, receive: (Int) -> Void = { _ in }, during body: () -> Void
  ) -> [String] {
    var received: [String] = []
    withoutActuallyEscaping(receive) { receive in
      let subscription = make(source.signal).subscribe { [scheduler] number in
        received.append("\(number) at \(Recording.frame(of: scheduler.now))")
        receive(number)
      }
      body()
      subscription.cancel()
    }
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
}
