import EventLog
import Glibc
import Terminal
import Timing

/// The terminal of a live screen, taken.
struct TerminalStand {
  let loop: Loop
  let stage: Stage
  let look: Look

  /// Takes the terminal: by curses, or a line at a time where its kind is unknown or too simple.
  init(_ context: Context, now: @escaping () -> Reading) throws {
    guard let loop = Loop(), let signals = UnixSignals() else {
      throw Failure.cannotWait(errno: errno)
    }
    let world = context.world
    let isUTF8 = TerminalTraits.showsUTF8(world.variable)
    let kind = world.variable("TERM") ?? "dumb"
    do throws(DeviceError) {
      let curses = try CursesDevice(
        input: world.input, output: world.output, kind: kind, isColored: context.isColored,
        isUTF8: isUTF8)
      let device: any Device
      if let curses {
        device = curses
      } else {
        device = try LineDevice(input: world.input, output: world.output)
      }
      stage = Stage(device, signals: signals, loop: loop, input: world.input, now: now)
    } catch {
      // It was a terminal a moment ago.
      throw OutputError.failed(errno: ENOTTY)
    }
    self.loop = loop
    look = Look(isUTF8: isUTF8)
  }
}

extension Stage.Ending {
  /// Ends the command as it was ended.
  func end() throws {
    switch self {
    case .left, .hangup: return
    case .signal(SIGINT): throw Failure.interrupted
    case .signal(let number): UnixSignals.deliver(number)
    }
  }
}
