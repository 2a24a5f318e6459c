import Signals
import Terminal
import Testing
import Timing
import TimingTestSupport

/// A terminal's keyboard and screen, without a terminal.
struct StageTests {
  @Test func `a press has the time at which it was found, before anything else was done`() throws {
    let rig = try StageRig()
    let bell = try Pipe()
    // Each look at the log, and each frame, takes a second.
    let listening = rig.loop.whenReadable(bell.end) { rig.machine.pass(.seconds(1)) }
    rig.loop.onWakeUp = { [weak rig] in rig?.machine.pass(.seconds(1)) }
    let begin = rig.machine.reading
    bell.write("x")
    rig.keyboard.write("lq")
    #expect(rig.run() == .left)
    #expect(
      rig.presses == [KeyPress(.character("l"), at: begin), KeyPress(.character("q"), at: begin)])
    listening.cancel()
  }

  @Test func `what others have done by then is known when the press is taken`() throws {
    let rig = try StageRig()
    var laps = 0
    rig.loop.onWakeUp = { laps = 1 }
    var known: [Int] = []
    let held = rig.stage.presses.subscribe { _ in known.append(laps) }
    rig.keyboard.write("q")
    rig.run()
    #expect(known == [1])
    held.cancel()
  }

  @Test func `the end of its input is the end of the terminal`() throws {
    let rig = try StageRig()
    rig.keyboard.write("l")
    rig.keyboard.closeEntrance()
    #expect(rig.run() == .hangup)
    #expect(rig.presses.map(\.key) == [.character("l")])
    #expect(!rig.device.isOpen)
  }
}

/// A stage on a keyboard that is a pipe, and clocks that are turned by hand.
private final class StageRig {
  final class Paper: Device {
    var isOpen = true
    var size: Size { Size(columns: 20, rows: 5) }
    func show(_ frame: Frame) {}
    func close() { isOpen = false }
    func reopen() { isOpen = true }
  }

  let loop: Loop
  let stage: Stage
  let keyboard: Pipe
  let device = Paper()
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
    loop = try #require(Loop())
    keyboard = try Pipe()
    let signals = try #require(UnixSignals())
    let clocks = clocks
    stage = Stage(device, signals: signals, loop: loop, input: keyboard.end) {
      clocks.machine.reading
    }
  }

  /// Runs the stage until `q` is pressed.
  @discardableResult
  func run() -> Stage.Ending {
    let held = stage.presses.subscribe { [unowned self] in presses.append($0) }
    defer { held.cancel() }
    return stage.run(
      .never, until: stage.presses.compactMap { $0.key == .character("q") ? () : nil })
  }
}
