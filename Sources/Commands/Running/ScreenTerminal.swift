import Arguments
import EventLog
import Glibc
import Host
import Logbook
import SignalsPoll
import Terminal
import Text
import Timing

extension Context {
  /// Throws a usage error unless standard input and output are a terminal.
  func requireTerminal() throws {
    guard world.isTerminal(world.input), isOnTerminal else {
      throw UsageError(
        .other(
          "'\(subcommand.name)' needs a terminal. "
            + "'--json' prints its content instead, one line for each change."),
        in: subcommand)
    }
  }

  /// Opens the terminal: by curses, or line by line if its kind is unknown or too simple.
  func openTerminal(reading: @escaping (Instant) -> Reading) throws -> TerminalSession {
    guard let loop = EventLoop(), let signals = UnixSignals() else {
      throw Failure.cannotWait(errno: errno)
    }
    let charset: Charset = TerminalTraits.showsUTF8(world.variable) ? .utf8 : .ascii
    let kind = world.variable("TERM") ?? "dumb"
    let device: any Device
    do throws(DeviceError) {
      let curses = try CursesDevice(
        input: world.input, output: world.output, kind: kind, isColored: isColored,
        charset: charset)
      if let curses {
        device = curses
      } else {
        device = try LineDevice(input: world.input, output: world.output)
      }
    } catch {
      // requireTerminal() found a terminal: it has been closed since.
      throw OutputError.failed(errno: ENOTTY)
    }
    guard let input = TimestampedInput(world.input, timestamp: world.instant) else {
      throw Failure.cannotWait(errno: errno)
    }
    return TerminalSession(
      device, charset: charset, signals: signals, loop: loop, input: input, reading: reading)
  }
}

extension TerminalSession.Ending {
  /// Ends the command as its screen ended: normally, with an exit code, or by a signal.
  func end() throws {
    switch self {
    case .quit, .hangUp: return
    case .signal(SIGINT): throw Failure.ended
    case .signal(let number): UnixSignals.deliver(number)
    }
  }
}
