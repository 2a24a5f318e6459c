import ProcessTestSupport
import Signals
import SignalsPoll
import Synchronization
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

/// A terminal session with a socket as its keyboard and a device that draws nothing.
struct TerminalSessionTests {
  @Test func `a key has the time of its press, however long the previous key takes`() throws {
    let rig = try SessionRig()
    let begin = rig.clock.reading
    rig.onPress = { [unowned rig] press in
      guard press.key == .character("l") else { return }
      rig.clock.pass(.seconds(1))
      rig.keyboard.write("m")
      try rig.keyboard.waitUntilRead()
      rig.clock.pass(.seconds(1))
      rig.keyboard.write("q")
      try rig.keyboard.waitUntilRead()
      rig.clock.pass(.seconds(3))
    }
    rig.keyboard.write("l")
    #expect(try rig.run() == .quit)
    #expect(rig.presses.map(\.key) == [.character("l"), .character("m"), .character("q")])
    #expect(
      rig.presses.map { $0.reading.ticks - begin.ticks } == [.zero, .seconds(1), .seconds(2)])
  }

  @Test func `an Escape and a letter that are read together can be two keys`() throws {
    let rig = try SessionRig()
    rig.onPress = { [unowned rig] press in
      guard press.key == .character("l") else { return }
      for text in ["\u{1B}", "m", "\u{1B}[", "A", "q"] {
        // Only the parts of an arrow key arrive without a pause.
        if text != "A" { rig.clock.pass(.milliseconds(50)) }
        rig.keyboard.write(text)
        try rig.keyboard.waitUntilRead()
      }
    }
    rig.keyboard.write("l")
    #expect(try rig.run() == .quit)
    #expect(
      rig.presses.map(\.key) == [.character("l"), .escape, .character("m"), .up, .character("q")])
  }

  @Test func `the end of the input ends the session, and no key after quit is handled`() throws {
    let rig = try SessionRig()
    rig.keyboard.write("lql")
    #expect(try rig.run() == .quit)
    #expect(rig.presses.map(\.key) == [.character("l"), .character("q")])
    let ended = try SessionRig()
    ended.keyboard.write("l")
    ended.keyboard.closeWriteEnd()
    #expect(try ended.run() == .hangUp)
    #expect(ended.presses.map(\.key) == [.character("l")])
    #expect(!ended.device.isOpen)
  }

  @Test func `events of other processes are read before a key is handled`() throws {
    let rig = try SessionRig()
    var laps = 0
    rig.loop.onWakeUp = { laps = 1 }
    var known: [Int] = []
    let subscription = rig.session.presses.subscribe { _ in known.append(laps) }
    rig.keyboard.write("q")
    try rig.run()
    #expect(known == [1])
    subscription.cancel()
  }
}

/// A session with a socket as its keyboard, and clocks that the test sets.
private final class SessionRig {
  final class BlankDevice: Device {
    var isOpen = true
    var size: ScreenSize { ScreenSize(columns: 20, rows: 5) }
    func show(_ frame: Frame) {}
    func ring() {}
    func close() { isOpen = false }
    func reopen() { isOpen = true }
  }

  /// Clocks that the input thread also reads.
  final class Clock: Sendable {
    private let machine = Mutex(Machine())
    var reading: Reading { machine.withLock { $0.reading } }
    var instant: Instant { machine.withLock { $0.instant } }
    func pass(_ span: Duration) { machine.withLock { $0.pass(span) } }
  }

  let loop: EventLoop
  let session: TerminalSession
  let keyboard: SocketPair
  let device = BlankDevice()
  let clock = Clock()
  private(set) var presses: [KeyPress] = []
  /// An action at each press; it must not retain this object.
  var onPress: (KeyPress) throws -> Void = { _ in }

  init() throws {
    loop = try #require(EventLoop())
    keyboard = try SocketPair(keepsWritesApart: true)
    let signals = try #require(UnixSignals())
    let clock = clock
    let input = try #require(TimestampedInput(keyboard.readEnd) { clock.instant })
    session = TerminalSession(device, signals: signals, loop: loop, input: input) {
      $0.reading(ClockID(rawValue: 1))
    }
  }

  /// Runs the session until `q` is pressed.
  @discardableResult func run() throws -> TerminalSession.Ending {
    var failure: (any Error)?
    let subscription = session.presses.subscribe { [unowned self] press in
      presses.append(press)
      do {
        try onPress(press)
      } catch {
        failure = failure ?? error
        loop.stop()
      }
    }
    defer { subscription.cancel() }
    let ending = try session.run(
      .never, until: session.presses.compactMap { $0.key == .character("q") ? () : nil })
    if let failure { throw failure }
    return ending
  }
}
