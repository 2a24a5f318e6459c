import CSQLite
import Glibc
import ProcessTestSupport

/// A process that has ended.
struct Child {
  /// The time from before its start until after its end.
  let seconds: Double

  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(description: String) { self.description = description }

    /// The error of a failed system call.
    init(_ subject: String, _ number: Int32 = errno) {
      description = "\(subject): \(String(cString: strerror(number)))"
    }
  }

  /// The standard streams of a child, by default /dev/null; standard error is inherited.
  struct Streams {
    var input: String?
    var output: Int32?
  }

  /// Runs a program to its end.
  ///
  /// - Throws: `Failure` if it cannot be run, or ends with an error.
  @discardableResult
  static func run(_ words: [String], _ streams: Streams = Streams()) throws(Failure) -> Child {
    let began = now()
    return try wait(for: start(words, streams), words, began)
  }

  /// Starts a program.
  static func start(_ words: [String], _ streams: Streams = Streams()) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, streams.input ?? "/dev/null", O_RDONLY, 0)
    if let output = streams.output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    guard error == 0 else { throw Failure(words[0], error) }
    return process
  }

  /// Waits until a program ends.
  @discardableResult
  static func wait(
    for process: pid_t, _ words: [String], _ began: Double
  ) throws(Failure) -> Child {
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process, status == 0 else {
      throw Failure(description: "\(words.joined(separator: " ")): ended with \(status)")
    }
    return Child(seconds: now() - began)
  }

  /// Runs a program to its end, and returns its peak memory in bytes.
  ///
  /// It is sampled: wait4(2) tells at least the peak of the process that started it.
  static func peakMemory(of words: [String], input: String? = nil) throws -> Int {
    let child = try ProcessTestSupport.Child(
      words, input: input.map { .file($0) } ?? .nothing, output: .nothing)
    return try child.peakMemoryToEnd(within: 600) << 10
  }

  /// Runs a program while `body` reads its output from a pipe, and waits for its end; with a signal,
  /// it is ended by it then.
  static func whileRunning<Value>(
    _ words: [String], endedBy signal: Int32? = nil, _ body: (_ output: Int32) throws -> Value
  ) throws -> Value {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let began = now()
    let process: pid_t
    do {
      defer { close(ends[1]) }
      process = try start(words, Streams(output: ends[1]))
    }
    let value: Value
    do {
      value = try body(ends[0])
    } catch {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw error
    }
    guard let signal else {
      try wait(for: process, words, began)
      return value
    }
    kill(process, signal)
    waitpid(process, nil, 0)
    return value
  }

  /// The seconds of a clock.
  static func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
    var now = timespec()
    clock_gettime(clock, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

/// Reads the lines of a small file.
func lines(of path: String) throws(Child.Failure) -> [Substring] {
  guard let file = fopen(path, "r") else { throw Child.Failure(path) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
}

/// Writes a small file.
func write(_ text: String, to path: String) throws(Child.Failure) {
  guard let file = fopen(path, "w") else { throw Child.Failure(path) }
  defer { fclose(file) }
  fputs(text, file)
}

/// A description of the machine.
enum Machine {
  static func text() throws -> String {
    let model = try lines(of: "/proc/cpuinfo").first { $0.hasPrefix("model name") }
    let processor = model?.drop { $0 != ":" }.dropFirst(2) ?? "?"
    let release = try lines(of: "/proc/sys/kernel/osrelease").first ?? "?"
    let load = try lines(of: "/proc/loadavg").first?.prefix { $0 != " " } ?? "?"
    return """
      \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) × \(processor), Linux \(release), \
      SQLite \(String(cString: sqlite3_libversion())), load \(load)
      """
  }
}
