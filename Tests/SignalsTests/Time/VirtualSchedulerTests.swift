import Signals
import Testing
import TimingTestSupport

struct VirtualSchedulerTests {
  @Test func `an alarm set again runs only at its last moment`() {
    let scheduler = VirtualScheduler()
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
    let scheduler = VirtualScheduler()
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
    let scheduler = VirtualScheduler()
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
    let scheduler = VirtualScheduler()
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
