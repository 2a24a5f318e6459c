import Foundation
import Glibc
import Signals
import Terminal
import Testing

/// A test cannot set the clock of its machine: that the alarm listens is seen, and what it makes the
/// screen do is a matter of `WatchTests`.
struct ClockAlarmTests {
  private func isRinging(_ alarm: ClockAlarm) -> Bool {
    var waiting = pollfd(fd: alarm.file, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  @Test func `it listens for the wall clock to be set, again after each ring`() throws {
    let alarm = try #require(ClockAlarm())
    for _ in 0..<2 {
      let about = try String(contentsOfFile: "/proc/self/fdinfo/\(alarm.file)", encoding: .utf8)
      // proc(5): CLOCK_REALTIME, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET.
      #expect(about.contains("clockid: 0\n"))
      #expect(about.contains("settime flags: 03\n"))
      #expect(!isRinging(alarm))
      alarm.acknowledge()
    }
  }

  @Test func `a loop that listens does not wake for it, and lets go of it`() throws {
    let loop = try #require(Loop())
    var steps = 0
    let listening = loop.clockSteps.subscribe { steps += 1 }
    let alarm = loop.schedule(after: .milliseconds(1)) { loop.stop() }
    loop.run()
    #expect(loop.wakeUps == 1)
    #expect(steps == 0)
    listening.cancel()
    withExtendedLifetime(alarm) {}
  }
}
