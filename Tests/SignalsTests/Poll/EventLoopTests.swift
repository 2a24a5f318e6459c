import CLinux
import Foundation
import ProcessTestSupport
import Signals
import SignalsPoll
import Testing

struct EventLoopTests {
  private let loop: EventLoop

  init() throws { loop = try #require(EventLoop()) }

  @Test func `an action may remove the next file, and stop the loop`() throws {
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
    try loop.run()
    #expect(ran == [1, 3])
    #expect(loop.wakeUps == 1)
    held = []
  }

  @Test func `the wake-up action runs after the files`() throws {
    let pipe = try SocketPair()
    var ran: [Int] = []
    loop.onWakeUp = { [weak loop = loop] in
      ran.append(0)
      loop?.stop()
    }
    let held = loop.whenReadable(pipe.readEnd) { ran.append(1) }
    pipe.write("x")
    try loop.run()
    #expect(ran == [1, 0])
    held.cancel()
  }

  @Test func `an abandoned pipe is reported`() throws {
    let pipe = try SocketPair()
    var isAbandoned = false
    let held = loop.whenAbandoned(pipe.writeEnd) {
      isAbandoned = true
      loop.stop()
    }
    let alarm = loop.schedule(after: .zero) { pipe.closeReadEnd() }
    try loop.run()
    #expect(isAbandoned)
    withExtendedLifetime((held, alarm)) {}
  }

  @Test func `a file is served once it can be written or has lost its reader`() throws {
    let (full, empty) = (try SocketPair(), try SocketPair())
    _ = fcntl(full.writeEnd, F_SETFL, O_NONBLOCK)
    let block = [UInt8](repeating: 0, count: 1 << 16)
    while write(full.writeEnd, block, block.count) > 0 {}
    var ran: [Int] = []
    var held: [Subscription] = []
    held = [
      loop.whenWritable(full.writeEnd) {
        ran.append(1)
        loop.stop()
      },
      loop.whenReadable(empty.writeEnd) { ran.append(2) },
      loop.whenWritable(empty.writeEnd) {
        ran.append(3)
        held[2].cancel()
        full.closeReadEnd()
      },
    ]
    try loop.run(atMost: .seconds(20))
    #expect(ran == [3, 1])
    held = []
  }

  @Test func `all files that are ready are served, in the order in which they were added`() throws {
    let pipes = try (0..<40).map { _ in try SocketPair() }
    var ran: [Int] = []
    let held = pipes.indices.map { index in
      loop.whenReadable(pipes[index].readEnd) { ran.append(index) }
    }
    for pipe in pipes.reversed() { pipe.write("x") }
    loop.onWakeUp = { [weak loop = loop] in loop?.stop() }
    try loop.run(atMost: .seconds(20))
    #expect(ran == Array(pipes.indices))
    withExtendedLifetime(held) {}
  }

  @Test func `a listener of a closed file is not called for the next file of its number`() throws {
    let (closed, next) = (try SocketPair(), try SocketPair())
    let descriptor = dup(closed.readEnd)
    defer { close(descriptor) }
    var ran: [String] = []
    var old: Subscription? = loop.whenReadable(descriptor) { ran.append("old") }
    #expect(dup2(next.readEnd, descriptor) == descriptor)
    // The file of the first listener is still open by another number.
    closed.write("x")
    next.write("x")
    let new = loop.whenReadable(descriptor) {
      ran.append("new")
      if ran.count == 1 { old = nil } else { loop.stop() }
    }
    try loop.run(atMost: .seconds(20))
    #expect(ran == ["new", "new"], "also after the end of the old listener")
    withExtendedLifetime((old, new)) {}
  }

  @Test func `a file that is open by another number causes no wake-ups after its listener`() throws
  {
    let (closed, other) = (try SocketPair(), try SocketPair())
    let descriptor = dup(closed.readEnd)
    var isServed = false
    let old = loop.whenReadable(descriptor) {}
    closed.write("x")
    close(descriptor)
    old.cancel()
    let held = [
      loop.whenReadable(other.readEnd) {
        isServed = true
        loop.stop()
      },
      loop.schedule(after: .milliseconds(20)) { other.write("x") },
    ]
    try loop.run(atMost: .seconds(20))
    #expect(isServed)
    #expect(loop.wakeUps == 2, "of the alarm and of the other file")
    withExtendedLifetime(held) {}
  }

  @Test func `a regular file can always be read, and a closed descriptor is abandoned`() throws {
    let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var ran: [String] = []
    let held = [
      loop.whenReadable(file) { ran.append("read") },
      loop.whenAbandoned(file) { ran.append("abandoned") },
      loop.whenAbandoned(-1) {
        ran.append("closed")
        loop.stop()
      },
    ]
    try loop.run(atMost: .seconds(20))
    #expect(ran == ["read", "closed"])
    withExtendedLifetime(held) {}
  }

  @Test func `a file that the system cannot watch is an error of the loop`() throws {
    // epoll_ctl(2): "a nesting depth of epoll instances greater than 5".
    let nested = (0..<6).map { _ in epoll_create1(Int32(EPOLL_CLOEXEC)) }
    defer { for file in nested { close(file) } }
    for (outer, inner) in zip(nested, nested.dropFirst()) {
      var event = epoll_event()
      epoll_ctl(outer, EPOLL_CTL_ADD, inner, &event)
    }
    let held = loop.whenReadable(nested[0]) {}
    let failure = #expect(throws: EventLoop.Failure.self) { try loop.run(atMost: .seconds(20)) }
    #expect(failure?.errno == ELOOP)
    held.cancel()
  }
}

extension EventLoop {
  /// Runs the loop, and stops it after a time in which every test ends.
  fileprivate func run(atMost time: Duration) throws {
    let alarm = schedule(after: time) { [weak self] in self?.stop() }
    try run()
    alarm.cancel()
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
    try loop.run()
    #expect(loop.wakeUps == 1)
    #expect(steps == 0)
    listening.cancel()
    withExtendedLifetime(alarm) {}
  }
}
