import Foundation
import ProcessTestSupport
import Signals
import SignalsPoll
import Testing

struct EventLoopTests {
  @Test func `an action may remove the next file, and stop the loop`() throws {
    let loop = try #require(EventLoop())
    let (first, second, third) = (try SocketPair(), try SocketPair(), try SocketPair())
    var ran: [Int] = []
    var held: [Subscription] = []
    held = [
      loop.whenReadable(first.readEnd) {
        ran.append(1)
        held[1].cancel()
      },
      loop.whenReadable(second.readEnd) { ran.append(2) },
      loop.whenReadable(third.readEnd) {
        ran.append(3)
        loop.stop()
      },
    ]
    loop.onWakeUp = { ran.append(0) }
    for pipe in [first, second, third] { pipe.write("x") }
    loop.run()
    #expect(ran == [1, 3])
    #expect(loop.wakeUps == 1)
    held = []
  }

  @Test func `the wake-up action runs after the files`() throws {
    let loop = try #require(EventLoop())
    let pipe = try SocketPair()
    var ran: [Int] = []
    loop.onWakeUp = { [weak loop] in
      ran.append(0)
      loop?.stop()
    }
    let held = loop.whenReadable(pipe.readEnd) { ran.append(1) }
    pipe.write("x")
    loop.run()
    #expect(ran == [1, 0])
    held.cancel()
  }

  @Test func `an abandoned pipe is reported`() throws {
    let loop = try #require(EventLoop())
    let pipe = try SocketPair()
    var isAbandoned = false
    let held = loop.whenAbandoned(pipe.writeEnd) {
      isAbandoned = true
      loop.stop()
    }
    let alarm = loop.schedule(after: .zero) { pipe.closeReadEnd() }
    loop.run()
    #expect(isAbandoned)
    withExtendedLifetime((held, alarm)) {}
  }

  @Test func `alarms run when due, and a cancelled one never`() throws {
    let loop = try #require(EventLoop())
    var ran: [Int] = []
    let begin = loop.now
    let held = [
      loop.schedule(at: begin + .milliseconds(2)) {
        ran.append(2)
        loop.stop()
      },
      loop.schedule(at: begin + .milliseconds(1)) { ran.append(1) },
      loop.schedule(at: begin) { ran.append(0) },
    ]
    held[2].cancel()
    loop.run()
    #expect(ran == [1, 2])
    #expect(loop.now >= begin + .milliseconds(2))
  }
}

/// A test cannot set the clock of its machine, so these test the timer; `LiveScreenTests` tests the
/// effect of a step.
struct ClockStepDetectorTests {
  @Test func `the timer waits for a step of the wall clock, again after each one`() throws {
    let detector = try #require(ClockStepDetector())
    for _ in 0..<2 {
      let about = try String(contentsOfFile: "/proc/self/fdinfo/\(detector.file)", encoding: .utf8)
      // proc(5): CLOCK_REALTIME, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET.
      #expect(about.contains("clockid: 0\n"))
      #expect(about.contains("settime flags: 03\n"))
      var waiting = pollfd(fd: detector.file, events: Int16(POLLIN), revents: 0)
      #expect(poll(&waiting, 1, 0) == 0)
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
