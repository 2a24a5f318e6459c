import Signals

/// The neighbors of the timed operators: closures that set an alarm.
enum StoredAlarms {
  /// A closure that handles an element, and one that releases the alarm.
  typealias Timed = (element: (Int) -> Void, stop: () -> Void)

  @inline(never)
  static func debounce(_ next: @escaping (Int) -> Void, _ scheduler: VirtualScheduler) -> Timed {
    var newest = 0
    var due = Duration.zero
    var alarm: Subscription?
    func wake() {
      alarm = scheduler.schedule(at: due) {
        guard scheduler.now >= due else { return wake() }
        alarm = nil
        next(newest)
      }
    }
    return (
      { number in
        newest = number
        due = scheduler.now + .seconds(1)
        if alarm == nil { wake() }
      }, { alarm?.cancel() }
    )
  }

  @inline(never)
  static func throttle(_ next: @escaping (Int) -> Void, _ scheduler: VirtualScheduler) -> Timed {
    var kept: Int?
    var free = Duration.zero
    var alarm: Subscription?
    return (
      { number in
        guard kept == nil else { return kept = number }
        guard scheduler.now < free else {
          free = scheduler.now + .seconds(1)
          return next(number)
        }
        kept = number
        alarm = scheduler.schedule(at: free) {
          alarm = nil
          guard let number = kept else { return }
          kept = nil
          free = scheduler.now + .seconds(1)
          next(number)
        }
      }, { alarm?.cancel() }
    )
  }

  @inline(never)
  static func timeout(_ next: @escaping (Int) -> Void, _ scheduler: VirtualScheduler) -> Timed {
    var due = Duration.seconds(3)
    var isOver = false
    var alarm: Subscription?
    func wake() {
      alarm = scheduler.schedule(at: due) {
        if scheduler.now < due { wake() } else { isOver = true }
      }
    }
    wake()
    return (
      { number in
        guard !isOver else { return }
        due = scheduler.now + .seconds(3)
        next(number)
      }, { alarm?.cancel() }
    )
  }

  @inline(never)
  static func delay(
    _ next: @escaping (Int) -> Void, _ scheduler: VirtualScheduler
  ) -> (Int) -> Void {
    var alarm: Subscription?
    return { number in
      alarm = scheduler.schedule(after: .seconds(1)) { next(number) }
      withExtendedLifetime(alarm) {}
    }
  }

  @inline(never)
  static func interval(
    _ next: @escaping (Int) -> Void, _ scheduler: VirtualScheduler
  ) -> () -> Void {
    var alarm: Subscription?
    func wake(_ number: Int) {
      alarm = scheduler.schedule(at: .seconds(number)) {
        wake(number + 1)
        next(number)
      }
    }
    wake(1)
    return {
      alarm?.cancel()
      alarm = nil
    }
  }
}
