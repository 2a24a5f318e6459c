import Signals

/// Timed signals in virtual time, compared with alarms set directly.
let timed: [Contest] = [
  Contest(
    name: "an element through delay, one at a time", neighborName: "an alarm set by hand",
    ours: { count in
      let scheduler = VirtualScheduler()
      let source = Subject<Int>()
      let sum = Sum()
      let subscription = source.signal.delay(.seconds(1), on: scheduler)
        .subscribe { sum.value = sum.value &+ $0 }
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
      let delayed = StoredAlarms.delay(StoredClosures.sink(sum), scheduler)
      for number in 0..<count {
        delayed(number)
        scheduler.advance(by: .seconds(1))
      }
      return sum.value
    }),
  Contest(
    name: "an element through delay, 100 under way", neighborName: "an alarm set by hand",
    ours: { count in
      let scheduler = VirtualScheduler()
      let source = Subject<Int>()
      let sum = Sum()
      let subscription = source.signal.delay(.seconds(100), on: scheduler)
        .subscribe { sum.value = sum.value &+ $0 }
      for number in 0..<count {
        source.send(number)
        scheduler.advance(by: .seconds(1))
      }
      scheduler.advance(by: .seconds(100))
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      let sink = StoredClosures.sink(sum)
      var alarms: [Subscription] = []
      alarms.reserveCapacity(count)
      for number in 0..<count {
        alarms.append(scheduler.schedule(after: .seconds(100)) { sink(number) })
        scheduler.advance(by: .seconds(1))
      }
      scheduler.advance(by: .seconds(100))
      return sum.value
    }),
  Contest(
    name: "a tick of an interval", neighborName: "an alarm set by hand",
    ours: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      let subscription = Signal.interval(.seconds(1), on: scheduler)
        .subscribe { sum.value = sum.value &+ $0 }
      scheduler.advance(to: .seconds(count))
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      let stop = StoredAlarms.interval(StoredClosures.sink(sum), scheduler)
      scheduler.advance(to: .seconds(count))
      stop()
      return sum.value
    }),
  Contest(
    name: "an element that lasts", neighborName: "an alarm set by hand",
    ours: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      let subscription = Signal.lasting(on: scheduler) { (1, .seconds(1)) }
        .subscribe { sum.value = sum.value &+ $0 }
      scheduler.advance(to: .seconds(count))
      subscription.cancel()
      return sum.value - 1
    },
    neighbor: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      let sink = StoredClosures.sink(sum)
      let stop = StoredAlarms.interval({ _ in sink(1) }, scheduler)
      scheduler.advance(to: .seconds(count))
      stop()
      return sum.value
    }),
  rhythmic(
    "debounce, ten in a burst", { $0.debounce(for: .seconds(1), scheduler: $1) },
    StoredAlarms.debounce),
  rhythmic(
    "throttle, ten in a burst", { $0.throttle(for: .seconds(1), scheduler: $1, latest: true) },
    StoredAlarms.throttle),
  rhythmic(
    "timeout, ten in a burst", { $0.timeout(.seconds(3), scheduler: $1) },
    StoredAlarms.timeout),
  Contest(
    name: "a timer", neighborName: "an alarm set by hand",
    reason: "the timer has a subscription besides its alarm",
    ours: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      let timer = Signal.timer(after: .seconds(1), on: scheduler)
      for _ in 0..<count {
        let subscription = timer.subscribe { sum.value = sum.value &+ 1 }
        scheduler.advance(by: .seconds(1))
        subscription.cancel()
      }
      return sum.value
    },
    neighbor: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      let sink = StoredClosures.sink(sum)
      for _ in 0..<count {
        let alarm = scheduler.schedule(after: .seconds(1)) { sink(1) }
        scheduler.advance(by: .seconds(1))
        alarm.cancel()
      }
      return sum.value
    }),
]

/// Bursts of ten elements at one moment, two seconds apart.
private func rhythmic(
  _ name: String, _ make: @escaping @Sendable (Signal<Int>, VirtualScheduler) -> Signal<Int>,
  _ neighbor:
    @escaping @Sendable (@escaping (Int) -> Void, VirtualScheduler) -> (
      element: (Int) -> Void, stop: () -> Void
    )
) -> Contest {
  Contest(
    name: "an element through \(name)", neighborName: "an alarm set by hand",
    ours: { count in
      let scheduler = VirtualScheduler()
      let source = Subject<Int>()
      let sum = Sum()
      let subscription = make(source.signal, scheduler)
        .subscribe { sum.value = sum.value &+ $0 }
      for number in 0..<count {
        source.send(number)
        if number % 10 == 9 { scheduler.advance(by: .seconds(2)) }
      }
      subscription.cancel()
      return sum.value
    },
    neighbor: { count in
      let scheduler = VirtualScheduler()
      let sum = Sum()
      let (element, stop) = neighbor(StoredClosures.sink(sum), scheduler)
      let source = StoredClosures.list(element)
      for number in 0..<count {
        source(number)
        if number % 10 == 9 { scheduler.advance(by: .seconds(2)) }
      }
      stop()
      return sum.value
    })
}
