import Glibc
import ProcessTestSupport
import Signals
import SignalsEvent
import SignalsPoll
import Testing

/// The loops of a process: on epoll(7), and on libevent.
enum LoopKind: CaseIterable {
  case epoll, libevent

  /// Returns a loop, with the functions that run and stop it.
  func make() throws -> (loop: any FileScheduler, run: () throws -> Void, stop: () -> Void) {
    switch self {
    case .epoll:
      let loop = try #require(EventLoop())
      return (loop, { try loop.run() }, loop.stop)
    case .libevent:
      let loop = try #require(EventScheduler())
      return (loop, { #expect(loop.run()) }, loop.stop)
    }
  }
}

/// The properties that all loops have.
struct FileSchedulerTests {
  @Test(arguments: LoopKind.allCases)
  func `alarms run in the order of their moments, cancelled ones never`(kind: LoopKind) throws {
    let (loop, run, stop) = try kind.make()
    var ran: [Int] = []
    let begin = loop.now
    let held = [
      loop.schedule(at: begin + .milliseconds(2)) {
        ran.append(2)
        stop()
      },
      loop.schedule(at: begin + .milliseconds(1)) { ran.append(1) },
      loop.schedule(at: begin) { ran.append(0) },
      // It was due before the loop was made.
      loop.schedule(at: begin - .seconds(1)) { ran.append(-1) },
    ]
    held[2].cancel()
    try run()
    #expect(ran == [-1, 1, 2])
    #expect(loop.now >= begin + .milliseconds(2))
  }

  @Test(arguments: LoopKind.allCases)
  func `an alarm may set one before it, cancel another, and end the loop`(kind: LoopKind) throws {
    let (loop, run, stop) = try kind.make()
    var ran: [Int] = []
    var held: [Subscription] = []
    let begin = loop.now
    held = [
      loop.schedule(at: begin + .milliseconds(1)) {
        ran.append(1)
        held[1].cancel()
        held.append(
          loop.schedule(at: begin) {
            ran.append(2)
            stop()
          })
      },
      loop.schedule(at: begin + .milliseconds(1)) { ran.append(3) },
      loop.schedule(after: .seconds(3_600)) { ran.append(4) },
    ]
    try run()
    #expect(ran == [1, 2])
    held = []
  }

  @Test(arguments: LoopKind.allCases) func `alarms and files take turns`(kind: LoopKind) throws {
    let (loop, run, stop) = try kind.make()
    let pipe = try SocketPair()
    var ran: [String] = []
    var held: [Subscription] = []
    held = [
      loop.whenReadable(pipe.readEnd) {
        var byte: UInt8 = 0
        _ = read(pipe.readEnd, &byte, 1)
        ran.append("file")
        held.append(loop.schedule(after: .zero) { ran.append("alarm") })
        if ran.count < 5 { pipe.write("x") } else { stop() }
      }
    ]
    pipe.write("x")
    try run()
    #expect(ran == ["file", "alarm", "file", "alarm", "file"])
    held = []
  }

  @Test(arguments: LoopKind.allCases)
  func `a readable file is served, also at its end, until it is cancelled`(kind: LoopKind) throws {
    let (loop, run, stop) = try kind.make()
    let (full, ended) = (try SocketPair(), try SocketPair())
    ended.closeWriteEnd()
    var counts = (full: 0, ended: 0)
    var held: [Subscription] = []
    held = [
      loop.whenReadable(full.readEnd) {
        counts.full += 1
        if counts.full == 3 { held[0].cancel() }
        if counts.ended == 3, counts.full == 3 { stop() }
      },
      loop.whenReadable(ended.readEnd) {
        counts.ended += 1
        if counts.ended == 3 { held[1].cancel() }
        if counts.ended == 3, counts.full == 3 { stop() }
      },
    ]
    full.write("x")
    try run()
    #expect(counts == (3, 3))
    held = []
  }

  @Test(arguments: LoopKind.allCases)
  func `a listener that is cancelled in the same turn is not called`(kind: LoopKind) throws {
    let (loop, run, stop) = try kind.make()
    let pipes = [try SocketPair(), try SocketPair()]
    var ran: [Int] = []
    var held: [Subscription] = []
    held = pipes.indices.map { index in
      loop.whenReadable(pipes[index].readEnd) {
        ran.append(index)
        for subscription in held { subscription.cancel() }
      }
    }
    for pipe in pipes { pipe.write("x") }
    let end = loop.schedule(after: .milliseconds(5)) { stop() }
    try run()
    #expect(ran.count == 1)
    withExtendedLifetime(end) { held = [] }
  }

  @Test(arguments: LoopKind.allCases)
  func `a signal tells of a readable file while somebody listens`(kind: LoopKind) throws {
    let (loop, run, stop) = try kind.make()
    let pipe = try SocketPair()
    var count = 0
    var listening: Subscription?
    listening = loop.readability(of: pipe.readEnd).subscribe {
      count += 1
      if count == 2 { listening = nil }
    }
    pipe.write("x")
    let end = loop.schedule(after: .milliseconds(5)) { stop() }
    try run()
    #expect(count == 2)
    withExtendedLifetime((listening, end)) {}
  }

  @Test(arguments: LoopKind.allCases)
  func `a loop that was stopped before does not run, and stays stopped`(kind: LoopKind) throws {
    let (loop, run, stop) = try kind.make()
    let pipe = try SocketPair()
    pipe.write("x")
    var ran = 0
    let held = [
      loop.whenReadable(pipe.readEnd) { ran += 1 }, loop.schedule(after: .zero) { ran += 1 },
    ]
    stop()
    for _ in 0..<2 { try run() }
    #expect(ran == 0)
    withExtendedLifetime(held) {}
  }

  @Test(arguments: LoopKind.allCases)
  func `an alarm that stops the loop is the last action of it`(kind: LoopKind) throws {
    let (loop, run, stop) = try kind.make()
    let pipe = try SocketPair()
    pipe.write("x")
    var ran: [Int] = []
    let held = [
      loop.whenReadable(pipe.readEnd) { ran.append(0) },
      loop.schedule(after: .zero) {
        ran.append(1)
        stop()
      },
    ]
    try run()
    #expect(ran == [1])
    withExtendedLifetime(held) {}
  }
}
