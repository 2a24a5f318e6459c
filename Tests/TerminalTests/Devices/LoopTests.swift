import Glibc
import Signals
import Terminal
import Testing

/// What the loop of a screen runs, and when.
struct LoopTests {
  @Test func `an action may take away the file behind it, and stop the loop`() throws {
    let loop = try #require(Loop())
    let (first, second, third) = (try Pipe(), try Pipe(), try Pipe())
    var ran: [Int] = []
    var held: [Subscription] = []
    held = [
      loop.whenReadable(first.end) {
        ran.append(1)
        held[1].cancel()
      },
      loop.whenReadable(second.end) { ran.append(2) },
      loop.whenReadable(third.end) {
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

  @Test func `what is run at each wake-up comes behind the files`() throws {
    let loop = try #require(Loop())
    let pipe = try Pipe()
    var ran: [Int] = []
    loop.onWakeUp = { [weak loop] in
      ran.append(0)
      loop?.stop()
    }
    let held = loop.whenReadable(pipe.end) { ran.append(1) }
    pipe.write("x")
    loop.run()
    #expect(ran == [1, 0])
    held.cancel()
  }

  @Test func `it tells when nobody reads any more`() throws {
    let loop = try #require(Loop())
    let pipe = try Pipe()
    var isAbandoned = false
    let held = loop.whenAbandoned(pipe.entrance) {
      isAbandoned = true
      loop.stop()
    }
    let alarm = loop.schedule(after: .zero) { pipe.closeEnd() }
    loop.run()
    #expect(isAbandoned)
    withExtendedLifetime((held, alarm)) {}
  }

  @Test func `alarms run when they are due, and a cancelled one never`() throws {
    let loop = try #require(Loop())
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
