import Arguments
import EventLog
import Logbook
import Glibc
import SignalsPoll
import Terminal
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
  ///
  /// - Parameter now: reads the clocks.
  /// - Returns: the open terminal.
  /// - Throws: `OutputError`.
  func openTerminal(now: @escaping () -> Reading) throws -> TerminalSession {
    guard let loop = EventLoop(), let signals = UnixSignals() else {
      throw Failure.cannotWait(errno: errno)
    }
    let charset: Charset = TerminalTraits.showsUTF8(world.variable) ? .utf8 : .ascii
    let kind = world.variable("TERM") ?? "dumb"
    do throws(DeviceError) {
      let curses = try CursesDevice(
        input: world.input, output: world.output, kind: kind, isColored: isColored,
        charset: charset)
      let device: any Device
      if let curses {
        device = curses
      } else {
        device = try LineDevice(input: world.input, output: world.output)
      }
      return TerminalSession(
        device, charset: charset, signals: signals, loop: loop, input: world.input, now: now)
    } catch {
      // It was a terminal a moment ago.
      throw OutputError.failed(errno: ENOTTY)
    }
  }
}

extension TerminalSession.Ending {
  /// Ends the command in the way in which its screen ended.
  func end() throws {
    switch self {
    case .quit, .hangUp: return
    case .signal(SIGINT): throw Failure.interrupted
    case .signal(let number): UnixSignals.deliver(number)
    }
  }
}
