import Dispatch
import Signals
import SignalsDispatch
import Testing
import TimingTestSupport

struct VirtualSchedulerTests {
  private let scheduler = VirtualScheduler()

  @Test func `an alarm set again runs only at its last moment`() {
    var log: [String] = []
    let alarm = scheduler.alarm { log.append("alarm at \(Recording.frame(of: scheduler.now))") }
    let other = scheduler.schedule(at: .frames(3)) { log.append("other") }
    for frame in [9, 1, 5, 3] { alarm.set(at: .frames(frame)) }
    scheduler.run()
    alarm.set(at: .frames(4))
    #expect(scheduler.next == .frames(4))
    scheduler.run()
    #expect(log == ["other", "alarm at 3", "alarm at 4"])
    alarm.set(at: .frames(8))
    alarm.end()
    alarm.set(at: .frames(9))
    #expect(scheduler.next == nil)
    other.cancel()
  }

  @Test func `an alarm for the past runs now, after those that are due`() {
    var log: [String] = []
    var alarms: [Subscription] = []
    let set = { (moment: Int, name: String, then: @escaping () -> Void) in
      alarms.append(
        scheduler.schedule(at: .seconds(moment)) {
          log.append(name)
          then()
        })
    }
    set(5, "first") { set(1, "from the past") {} }
    set(5, "second") {}
    scheduler.advance(to: .seconds(5))
    #expect(log == ["first", "second", "from the past"])
  }

  @Test func `a released alarm does not run and retains nothing`() {
    var token: Token? = Token()
    weak let gone = token
    var alarm: Subscription? = scheduler.schedule(after: .seconds(1)) { [token] in
      withExtendedLifetime(token) { _ = Issue.record("the alarm ran") }
    }
    token = nil
    #expect(gone != nil && alarm != nil)
    alarm = nil
    #expect(gone == nil)
    #expect(scheduler.next == nil)
    scheduler.run()
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random alarms, some cancelled, run in sorted order`(seed: UInt64) {
    var random = Seed(seed)
    var alarms: [(moment: Int, number: Int, alarm: Subscription)] = []
    var log: [Int] = []
    for number in 0..<2_000 {
      let moment = Int.random(in: 0..<500, using: &random)
      let alarm = scheduler.schedule(at: .seconds(moment)) { log.append(number) }
      alarms.append((moment, number, alarm))
      if Bool.random(using: &random), let index = alarms.indices.randomElement(using: &random) {
        alarms.remove(at: index).alarm.cancel()
      }
    }
    let expected = alarms.sorted { ($0.moment, $0.number) < ($1.moment, $1.number) }
    scheduler.run()
    #expect(log == expected.map(\.number), "seed \(seed)")
  }
}

@Suite(.timeLimit(.minutes(15))) struct DispatchSchedulerTests {
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
        scheduler.schedule(at: start + unit * 4) { withExtendedLifetime(alarms) { done(log) } })
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
  func `an alarm in centuries causes no wake-up, and those before it run`(seconds: Double) async {
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
