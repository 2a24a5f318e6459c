import ProcessTestSupport
import Signals
import SignalsPoll
import Terminal
import Testing
import Timing
import TimingTestSupport

/// A terminal session whose keyboard is a socket, and whose device draws nothing.
struct TerminalSessionTests {
  @Test func `a key is timed before anything else is done`() throws {
    let rig = try SessionRig()
    let doorbell = try SocketPair()
    // Each read of the log and each frame takes a second.
    let listening = rig.loop.whenReadable(doorbell.readEnd) { rig.machine.pass(.seconds(1)) }
    rig.loop.onWakeUp = { [weak rig] in rig?.machine.pass(.seconds(1)) }
    let begin = rig.machine.reading
    doorbell.write("x")
    rig.keyboard.write("lq")
    #expect(rig.run() == .quit)
    #expect(
      rig.presses == [KeyPress(.character("l"), at: begin), KeyPress(.character("q"), at: begin)])
    listening.cancel()
  }

  @Test func `events of others are read before a key is handled`() throws {
    let rig = try SessionRig()
    var laps = 0
    rig.loop.onWakeUp = { laps = 1 }
    var known: [Int] = []
    let held = rig.session.presses.subscribe { _ in known.append(laps) }
    rig.keyboard.write("q")
    rig.run()
    #expect(known == [1])
    held.cancel()
  }

  @Test func `the end of the input ends the session`() throws {
    let rig = try SessionRig()
    rig.keyboard.write("l")
    rig.keyboard.closeWriteEnd()
    #expect(rig.run() == .hangUp)
    #expect(rig.presses.map(\.key) == [.character("l")])
    #expect(!rig.device.isOpen)
  }
}

/// A session with a socket as keyboard, and clocks set by the test.
private final class SessionRig {
  final class BlankDevice: Device {
    var isOpen = true
    var size: ScreenSize { ScreenSize(columns: 20, rows: 5) }
    func show(_ frame: Frame) {}
    func close() { isOpen = false }
    func reopen() { isOpen = true }
  }

  let loop: EventLoop
  let session: TerminalSession
  let keyboard: SocketPair
  let device = BlankDevice()
  var machine: Machine {
    get { clocks.machine }
    set { clocks.machine = newValue }
  }
  private(set) var presses: [KeyPress] = []
  private let clocks = Clocks()

  private final class Clocks {
    var machine = Machine()
  }

  init() throws {
    loop = try #require(EventLoop())
    keyboard = try SocketPair()
    let signals = try #require(UnixSignals())
    let clocks = clocks
    session = TerminalSession(device, signals: signals, loop: loop, input: keyboard.readEnd) {
      clocks.machine.reading
    }
  }

  /// Runs the session until `q` is pressed.
  @discardableResult
  func run() -> TerminalSession.Ending {
    let held = session.presses.subscribe { [unowned self] in presses.append($0) }
    defer { held.cancel() }
    return session.run(
      .never, until: session.presses.compactMap { $0.key == .character("q") ? () : nil })
  }
}
