import Dispatch
import Signals
import SignalsDispatch

/// Timed signals in virtual time, compared with alarms set directly.
let timed: [Contest] = [
  Contest(
    name: "an element through delay, one at a time", neighborName: "an alarm set by hand",
    ours: { count in
      let scheduler = VirtualScheduler()
      let source = Subject<Int>()
      let sum = Sum()
      let subscription = source.signal.delay(.seconds(1), on: scheduler)
        .subscribe { sum.add($0) }
      for number in 0..<count {
        source.send(number)
        scheduler.advance(by: .seconds(1))
      }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      for number in 0..<count {
        let alarm = scheduler.schedule(after: .seconds(1)) { sum.add(number) }
        scheduler.advance(by: .seconds(1))
        withExtendedLifetime(alarm) {}
      }
      return sum.value
    }),
  Contest(
    name: "a tick of an interval", neighborName: "an alarm set by hand",
    ours: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      let subscription = Signal.interval(.seconds(1), on: scheduler).subscribe { sum.add($0) }
      scheduler.advance(to: .seconds(count))
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      var alarm: Subscription?
      func wake(_ number: Int) {
        alarm = scheduler.schedule(at: .seconds(number)) {
          wake(number + 1)
          sum.add(number)
        }
      }
      wake(1)
      scheduler.advance(to: .seconds(count))
      alarm?.cancel()
      alarm = nil
      return sum.value
    }),
]

/// A loop that waits for each element of a signal, compared with one over an AsyncStream.
func asynchronous() throws -> [Figure] {
  [
    try measure(
      "2,000 elements that a loop over values waits for; an AsyncStream by hand", rounds: 31,
      .atMost(2),
      {
        seconds {
          let subject = Subject<Int>()
          var loop = subject.signal.values.makeAsyncIterator()
          for number in 0..<2000 {
            Task { subject.send(number) }
            _ = await loop.next()
          }
        }
      },
      against: {
        seconds {
          let (stream, continuation) = AsyncStream<Int>.makeStream()
          var loop = stream.makeAsyncIterator()
          for number in 0..<2000 {
            Task { continuation.yield(number) }
            _ = await loop.next(isolation: Domain.shared)
          }
        }
      })
  ]
}

/// The isolation domain of the loops.
@globalActor private actor Domain {
  static let shared = Domain()
}

/// The seconds in which asynchronous code runs to its end.
private func seconds(_ body: @escaping @Sendable @Domain () async -> Void) -> Double {
  let ended = DispatchSemaphore(value: 0)
  let began = Child.now()
  Task {
    await body()
    ended.signal()
  }
  ended.wait()
  return Child.now() - began
}
