import Foundation
import Glibc
import Signals
import SignalsPoll
import Testing

/// A test cannot set the clock of its machine, so these test the timer; `LiveScreenTests` tests the
/// effect of a step.
struct ClockStepDetectorTests {
  private func isReadable(_ detector: ClockStepDetector) -> Bool {
    var waiting = pollfd(fd: detector.file, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  @Test func `the timer waits for a step of the wall clock, again after each one`() throws {
    let detector = try #require(ClockStepDetector())
    for _ in 0..<2 {
      let about = try String(contentsOfFile: "/proc/self/fdinfo/\(detector.file)", encoding: .utf8)
      // proc(5): CLOCK_REALTIME, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET.
      #expect(about.contains("clockid: 0\n"))
      #expect(about.contains("settime flags: 03\n"))
      #expect(!isReadable(detector))
      detector.acknowledge()
    }
  }

  @Test func `the detection of clock steps causes no wake-up`() throws {
    let loop = try #require(EventLoop())
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
