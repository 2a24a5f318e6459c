import CSpawn
package import Foundation
import Glibc

/// A process that a test starts.
///
/// It is reaped at once when it ends, by a thread of its own: `#expect(processExitsWith:)` waits
/// for whichever child ends next, and as long as one lies unreaped it sees no other.
package final class Child: Sendable {
  /// Where a process reads from or writes to.
  package enum Stream: Sendable {
    /// Nothing to read; what is written is lost.
    case nothing
    /// ``Child/say(_:)``, ``Child/outputToEnd()`` or ``Child/errorsToEnd()``.
    case pipe
    /// The file of a path; it is made where it is missing, and written at its end.
    case file(String)
    /// What the standard output is.
    case sameAsOutput
  }

  /// How a process ended.
  package enum End: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)

    /// The exit code; a signal as a negative number.
    package var code: Int32 {
      switch self {
      case .exit(let code): code
      case .signal(let number): -number
      }
    }
  }

  /// What kept a process from being started, or a pipe from being written.
  package struct Failure: Error, CustomStringConvertible {
    package let call: String
    package let errno: Int32

    package var description: String { "\(call): \(String(cString: strerror(errno)))" }
  }

  package let pid: Int32
  /// Readable when it has ended: to wait for that and for something else at once.
  package let endFile: Int32
  private let ends: PipeEnds
  private let life = Life()

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - words: its program, found on the search path unless it is a path, and its arguments.
  ///   - environment: all of its environment; nil: that of the tests.
  ///   - folder: where it works; nil: where the tests do.
  ///   - input: where it reads from.
  ///   - output: where it writes to.
  ///   - errors: where it writes errors to.
  ///   - terminal: the path of a terminal, which becomes that of a session of its own and all
  ///     three streams, whatever they are said to be.
  /// - Throws: ``Failure`` of a program that cannot be started.
  package init(
    _ words: [String], environment: [String: String]? = nil, folder: String? = nil,
    input: Stream = .nothing, output: Stream = .pipe, errors: Stream = .sameAsOutput,
    terminal: String? = nil
  ) throws {
    // To write to a process that has ended is an error, and not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    var spawn = Spawn()
    let ends = PipeEnds()
    if let terminal {
      spawn.open(terminal, as: 0, O_RDWR)
      spawn.duplicate(0, as: 1)
      spawn.duplicate(0, as: 2)
      spawn.leadSession()
    } else {
      ends.input = try spawn.connect(input, as: 0)
      ends.output = try spawn.connect(output, as: 1)
      ends.errors = try spawn.connect(errors, as: 2)
    }
    if let folder { spawn_add_folder(&spawn.actions, folder) }
    self.ends = ends
    pid = try spawn.start(words, environment)
    // It is not reaped yet, so that its number is nobody else's.
    endFile = spawn_end_file(pid)
    life.watch(pid)
  }

  deinit {
    life.end(pid)
    close(endFile)
  }

  /// Whether it has not ended yet.
  package var isRunning: Bool { life.reached == nil }

  /// Sends it a signal, unless it has ended.
  package func send(_ signal: Int32) { life.send(signal, to: pid) }

  /// Writes to its standard input.
  package func say(_ text: String) throws { try say(Array(text.utf8)) }

  /// Writes to its standard input.
  package func say(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(ends.input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(call: "write", errno: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that its standard input is at its end.
  package func closeInput() { ends.closeInput() }

  /// Waits for the end of what it writes, and returns all of it.
  package func outputToEnd() -> [UInt8] { PipeEnds.readToEnd(ends.output) }

  /// Waits for the end of what it writes to its standard error, and returns all of it.
  package func errorsToEnd() -> [UInt8] { PipeEnds.readToEnd(ends.errors) }

  /// The descriptors of its pipes; -1 where there is none.
  package var descriptors: (input: Int32, output: Int32) { (ends.input, ends.output) }

  /// Waits for its end.
  @discardableResult
  package func wait() -> End { life.wait() }

  /// How many seconds anything is waited for: far more than it takes on a busy machine.
  package static let patience = 120.0

  /// Waits for its end, which is to come soon: what goes on is killed, and that is an error.
  @discardableResult
  package func end(within seconds: Double = Child.patience) throws -> End {
    if let end = life.wait(until: Date(timeIntervalSinceNow: seconds)) { return end }
    send(SIGKILL)
    throw Failure(call: "wait", errno: ETIMEDOUT)
  }

  /// Waits for its end until a moment; nil if it goes on.
  package func wait(until deadline: Date) -> End? { life.wait(until: deadline) }
}
