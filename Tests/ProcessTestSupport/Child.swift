import CSpawn
package import Foundation

/// A process that a test starts.
///
/// A separate thread reaps it as soon as it ends. `#expect(processExitsWith:)` waits for any child
/// that ends, and misses its own while another one is unreaped.
package final class Child: Sendable {
  /// The source or destination of a standard stream.
  package enum Stream: Sendable {
    /// `/dev/null`.
    case nothing
    /// A pipe for ``Child/write(_:)``, ``Child/outputToEnd()`` or ``Child/textsToEnd()``.
    case pipe
    /// The file at a path. Output creates it if it is missing, and appends to it.
    case file(String)
    /// The destination of the standard output.
    case sameAsOutput
  }

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

  /// A failed system call.
  package struct Failure: Error, CustomStringConvertible {
    package let call: String
    package let errno: Int32

    package var description: String { "\(call): \(String(cString: strerror(errno)))" }
  }

  /// The folder of the built programs, which also contains the test bundle.
  package static let buildFolder = URL(fileURLWithPath: "/proc/self/exe")
    .resolvingSymlinksInPath().deletingLastPathComponent().path

  package static let laptimer = buildFolder + "/laptimer"

  /// Its program and its arguments.
  package let words: [String]
  package let pid: Int32
  /// A descriptor for poll(2), which is readable once the process has ended.
  package let endDescriptor: Int32
  private let ends: PipeEnds
  private let reaper = Reaper()

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - words: its program, as a path or as a name on the search path, and its arguments.
  ///   - environment: its complete environment; nil: that of the tests.
  ///   - folder: its working folder; nil: that of the tests.
  ///   - input: its standard input.
  ///   - output: its standard output.
  ///   - errors: its standard error.
  ///   - terminal: the path of a terminal. It becomes the controlling terminal of a new session,
  ///     and replaces all three streams.
  /// - Throws: ``Failure`` if the program cannot be started.
  package init(
    _ words: [String], environment: [String: String]? = nil, folder: String? = nil,
    input: Stream = .nothing, output: Stream = .pipe, errors: Stream = .sameAsOutput,
    terminal: String? = nil
  ) throws {
    // A write to a process that has ended must fail, and not end the tests.
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
    self.words = words
    pid = try spawn.start(words, environment)
    // The process is not reaped yet, so that no other process has its id.
    endDescriptor = spawn_open_pidfd(pid)
    reaper.watch(pid)
  }

  deinit {
    reaper.kill(pid)
    close(endDescriptor)
  }

  /// Sends it a signal, unless it has ended.
  package func send(_ signal: Int32) { reaper.send(signal, to: pid) }

  package func write(_ text: String) throws { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(ends.input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(call: "write", errno: errno) }
      rest = rest.dropFirst(count)
    }
  }

  package func closeInput() { ends.closeInput() }

  /// Reads its standard output to the end.
  package func outputToEnd() -> [UInt8] { PipeEnds.readToEnd(ends.output) }

  /// Reads its standard output and its standard error to the end.
  package func textsToEnd() -> (output: String, errors: String) {
    let texts = PipeEnds.readToEnd([ends.output, ends.errors])
      .map { String(decoding: $0, as: UTF8.self) }
    return (texts[0], texts[1])
  }

  /// The descriptors of its pipes; -1 without a pipe.
  package var descriptors: (input: Int32, output: Int32) { (ends.input, ends.output) }

  /// The timeout of all waits in seconds, far longer than a busy machine needs.
  package static let timeout = 120.0

  /// Waits for its end, and kills it at the timeout.
  ///
  /// - Throws: ``Failure`` at the timeout.
  @discardableResult package func end(within seconds: Double = Child.timeout) throws -> End {
    if let end = reaper.wait(until: Date(timeIntervalSinceNow: seconds)) { return end }
    let failure = timedOut
    send(SIGKILL)
    throw failure
  }

  /// The failure of a wait, with the functions of the kernel that its threads are in.
  private var timedOut: Failure {
    let tasks = "/proc/\(pid)/task"
    let places = ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).map { task in
      (try? String(contentsOfFile: "\(tasks)/\(task)/wchan", encoding: .utf8)) ?? "?"
    }
    return Failure(call: "wait for \(words), which is in \(places)", errno: ETIMEDOUT)
  }

  @discardableResult package func wait() -> End { reaper.wait() }

  /// Waits for its end until a deadline; nil if it still runs.
  package func wait(until deadline: Date) -> End? { reaper.wait(until: deadline) }
}

extension Child {
  /// Runs a program that ends with 0 and reads its input before it prints much.
  ///
  /// - Returns: its standard output and its errors.
  /// - Throws: ``Failure`` with these if it ends in another way.
  @discardableResult package static func output(
    of words: [String], environment: [String: String]? = nil, folder: String? = nil,
    input: String = ""
  ) throws -> String {
    let child = try Child(words, environment: environment, folder: folder, input: .pipe)
    try child.write(input)
    child.closeInput()
    let output = String(decoding: child.outputToEnd(), as: UTF8.self)
    guard try child.end() == .exit(0) else { throw Failure(call: "\(words): \(output)", errno: 0) }
    return output
  }
}

extension Child {
  /// Its peak resident memory so far, in KiB; nil once it has ended.
  package var peakMemory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else {
      return nil
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// Waits for its end, and samples its peak memory each millisecond.
  ///
  /// - Returns: the largest sample, in KiB.
  package func peakMemoryToEnd(within seconds: Double = Child.timeout) throws -> Int {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var peak = 0
    var end: End?
    while end == nil, Date() < deadline {
      peak = max(peak, peakMemory ?? 0)
      end = wait(until: Date(timeIntervalSinceNow: 0.001))
    }
    guard end != nil else { throw timedOut }
    return peak
  }
}
