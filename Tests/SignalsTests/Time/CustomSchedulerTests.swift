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

  @Test func `operators work with a custom scheduler, and retain nothing after a cancel`() {
    let (custom, library) = (CustomScheduler(), VirtualScheduler())
    let source = Subject<Int>()
    var (given, expected) = ([String](), [String]())
    var subscriptions: [Subscription] = []
    for (index, signal) in signals(source.signal, on: custom).enumerated() {
      signal.subscribe { given.append("\(index): \($0) at \(custom.now)") }
        .store(in: &subscriptions)
    }
    for (index, signal) in signals(source.signal, on: library).enumerated() {
      signal.subscribe { expected.append("\(index): \($0) at \(library.now)") }
        .store(in: &subscriptions)
    }
    for (number, frame) in [1, 2, 3, 8, 9, 15].enumerated() {
      custom.clock.advance(to: .frames(frame))
      library.advance(to: .frames(frame))
      source.send(number)
    }
    custom.clock.advance(to: .frames(30))
    library.advance(to: .frames(30))
    #expect(given == expected && !given.isEmpty)
    subscriptions = []
    #expect(custom.clock.next == nil && library.next == nil && !source.isObserved)
  }
}
