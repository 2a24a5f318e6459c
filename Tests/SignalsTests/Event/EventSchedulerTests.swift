import Glibc
import ProcessTestSupport
import Signals
import SignalsEvent
import Testing

/// The loop on libevent.
struct EventSchedulerTests {
  private let loop: EventScheduler

  init() throws { loop = try #require(EventScheduler()) }

  @Test func `alarms run in the order of their moments, and a cancelled one never`() {
    var ran: [Int] = []
    let begin = loop.now
    let held = [
      loop.schedule(at: begin + .milliseconds(2)) {
        ran.append(2)
        loop.stop()
      },
      loop.schedule(at: begin + .milliseconds(1)) { ran.append(1) },
      loop.schedule(at: begin) { ran.append(0) },
      // It was due before the loop was made.
      loop.schedule(at: begin - .seconds(1)) { ran.append(-1) },
    ]
    held[2].cancel()
    #expect(loop.run())
    #expect(ran == [-1, 1, 2])
    #expect(loop.now >= begin + .milliseconds(2))
  }

  @Test func `an alarm may set the next one before it, cancel another, and end the loop`() {
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
            loop.stop()
          })
      },
      loop.schedule(at: begin + .milliseconds(1)) { ran.append(3) },
      loop.schedule(after: .seconds(3_600)) { ran.append(4) },
    ]
    #expect(loop.run())
    #expect(ran == [1, 2])
    held = []
  }

  @Test func `alarms and files take turns`() throws {
    let pipe = try SocketPair()
    var ran: [String] = []
    var held: [Subscription] = []
    held = [
      loop.whenReadable(pipe.readEnd) {
        var byte: UInt8 = 0
        _ = read(pipe.readEnd, &byte, 1)
        ran.append("file")
        held.append(loop.schedule(after: .zero) { ran.append("alarm") })
        if ran.count < 5 { pipe.write("x") } else { loop.stop() }
      }
    ]
    pipe.write("x")
    #expect(loop.run())
    #expect(ran == ["file", "alarm", "file", "alarm", "file"])
    held = []
  }

  @Test func `a file is served while it is readable, also at its end, until it is cancelled`()
    throws
  {
    let (full, ended) = (try SocketPair(), try SocketPair())
    ended.closeWriteEnd()
    var counts = (full: 0, ended: 0)
    var held: [Subscription] = []
    held = [
      loop.whenReadable(full.readEnd) {
        counts.full += 1
        if counts.full == 3 { held[0].cancel() }
        if counts.ended == 3, counts.full == 3 { loop.stop() }
      },
      loop.whenReadable(ended.readEnd) {
        counts.ended += 1
        if counts.ended == 3 { held[1].cancel() }
        if counts.ended == 3, counts.full == 3 { loop.stop() }
      },
    ]
    full.write("x")
    #expect(loop.run())
    #expect(counts == (3, 3))
    held = []
  }

  @Test func `a listener that is cancelled in the same turn is not called`() throws {
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
    let end = loop.schedule(after: .milliseconds(5)) { loop.stop() }
    #expect(loop.run())
    #expect(ran.count == 1)
    withExtendedLifetime(end) { held = [] }
  }

  @Test func `a signal tells of a readable file while somebody listens`() throws {
    let pipe = try SocketPair()
    var count = 0
    var listening: Subscription?
    listening = loop.readability(of: pipe.readEnd).subscribe {
      count += 1
      if count == 2 { listening = nil }
    }
    pipe.write("x")
    let end = loop.schedule(after: .milliseconds(5)) { loop.stop() }
    #expect(loop.run())
    #expect(count == 2)
    withExtendedLifetime((listening, end)) {}
  }

  @Test func `a loop that was stopped before does not run, and stays stopped`() throws {
    let pipe = try SocketPair()
    pipe.write("x")
    var ran = 0
    let held = [
      loop.whenReadable(pipe.readEnd) { ran += 1 }, loop.schedule(after: .zero) { ran += 1 },
    ]
    loop.stop()
    for _ in 0..<2 { #expect(loop.run()) }
    #expect(ran == 0)
    withExtendedLifetime(held) {}
  }

  @Test func `an alarm that stops the loop is the last action of it`() throws {
    let pipe = try SocketPair()
    pipe.write("x")
    var ran: [Int] = []
    let held = [
      loop.whenReadable(pipe.readEnd) { ran.append(0) },
      loop.schedule(after: .zero) {
        ran.append(1)
        loop.stop()
      },
    ]
    #expect(loop.run())
    #expect(ran == [1])
    withExtendedLifetime(held) {}
  }
}
