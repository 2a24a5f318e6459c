import Dispatch
import Signals
import SignalsDispatch
import Testing
import Text

@Suite(.timeLimit(.minutes(1)))
struct DispatchSchedulerTests {
  /// Runs a body in the domain of a new queue, and waits for its call of `done`.
  private func inDomain<Result: Sendable>(
    _ body: @escaping @Sendable (DispatchScheduler, @escaping (Result) -> Void) -> Void
  ) async -> Result {
    let queue = DispatchQueue(label: "domain")
    return await withCheckedContinuation { continuation in
      queue.async {
        let scheduler = DispatchScheduler(queue: queue)
        body(scheduler) { result in
          continuation.resume(returning: result)
          withExtendedLifetime(scheduler) {}
        }
      }
    }
  }

  @Test func `alarms run at their moments, in order`() async {
    let log = await inDomain { (scheduler, done: @escaping ([String]) -> Void) in
      var log: [String] = []
      var alarms: [Subscription] = []
      var unit = Duration.milliseconds(1)
      var start = scheduler.now
      // An alarm set for the past runs now, so repeat until all are set before the first moment.
      repeat {
        unit *= 2
        start = scheduler.now
        alarms = [(3, "c"), (1, "a"), (2, "cancelled"), (2, "b"), (-9, "past")].map { units, name in
          let moment = start + unit * units
          return scheduler.schedule(at: moment) {
            log.append(scheduler.now >= moment ? name : "\(name) early")
          }
        }
      } while scheduler.now >= start + unit
      alarms[2].cancel()
      alarms.append(
        scheduler.schedule(at: start + unit * 4) {
          withExtendedLifetime(alarms) { done(log) }
        })
    }
    #expect(Set(log) == ["past", "a", "b", "c"])
    #expect(log.filter { $0 != "past" } == ["a", "b", "c"])
  }

  @Test func `a running alarm can set and cancel others`() async {
    let log = await inDomain { (scheduler, done: @escaping ([String]) -> Void) in
      let moment = scheduler.now + .milliseconds(1)
      var log: [String] = []
      var alarms: [Subscription] = []
      alarms.append(
        scheduler.schedule(at: moment) {
          log.append("first")
          alarms[1].cancel()
          alarms.append(
            scheduler.schedule(after: .zero) {
              log.append("second")
              withExtendedLifetime(alarms) { done(log) }
            })
        })
      alarms.append(scheduler.schedule(at: moment + .nanoseconds(1)) { log.append("cancelled") })
    }
    #expect(log == ["first", "second"])
  }

  @Test(arguments: [1e9, 9e9, 32e9, 1e12, 1e18])
  func `an alarm in centuries causes no wake-up, and those before it run`(
    seconds: Double
  ) async {
    let wakeUps = await inDomain { (scheduler, done: @escaping ([Int]) -> Void) in
      let far = scheduler.schedule(after: .seconds(seconds)) { Issue.record("the alarm ran") }
      // A second scheduler, so that the far alarm is the only one on the first.
      let pause = DispatchScheduler(queue: scheduler.queue)
      var held: [Subscription] = []
      held.append(
        pause.schedule(after: .milliseconds(5)) {
          let before = scheduler.wakeUps
          held.append(
            scheduler.schedule(after: .milliseconds(1)) {
              withExtendedLifetime((far, pause, held)) { done([before, scheduler.wakeUps]) }
            })
        })
    }
    #expect(wakeUps.first == 0)
    #expect(wakeUps.last == 1)
  }
}
