import Arguments
import EventLog
import Glibc
import Logbook
import SignalsPoll
import Terminal
import Timing

/// What is known of the terminal that will show the output.
package enum TerminalTraits {
  /// How many columns it has.
  ///
  /// - Parameters:
  ///   - descriptor: the file descriptor that output goes to.
  ///   - columns: the value of `COLUMNS`, which wins when it is a number above zero.
  /// - Returns: nil when the descriptor is no terminal, or one that does not know.
  package static func columns(of descriptor: Int32, environment columns: String?) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    if let columns = columns.flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether it shows UTF-8, as far as the locale says.
  ///
  /// - Parameter variable: the value of an environment variable; `LC_ALL`, `LC_CTYPE` and `LANG`
  ///   are asked in this order, and the first that is set and not empty decides, as POSIX says.
  /// - Returns: whether the locale's encoding is UTF-8; without a locale it is not.
  package static func showsUTF8(_ variable: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = variable(name), !locale.isEmpty else { continue }
      let lower = locale.lowercased()
      return lower.hasSuffix("utf-8") || lower.hasSuffix("utf8") || lower.contains("utf-8@")
        || lower.contains("utf8@")
    }
    return false
  }
}

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
