import Signals
import Testing

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
      source.timeout(.frames(9), scheduler: scheduler),
      .interval(.frames(2), on: scheduler),
      .lasting(on: scheduler) { (7, .frames(3)) },
      Signal<Void>.timer(after: .frames(5), on: scheduler).map { 5 },
    ]
  }

  /// The elements of all signals with their times, while sources send and time passes.
  private func elements(
    on scheduler: some Scheduler, clock: VirtualScheduler
  ) -> [String] {
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
