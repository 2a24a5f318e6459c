import Glibc

/// A process that was run to its end.
struct Child {
  /// From before it was made until its end was seen.
  let seconds: Double
  /// The most memory that it held at once, in bytes.
  let memory: Int
  /// How it ended: 0 is well.
  let status: Int32

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a child's standard streams are; what is not given is /dev/null, but for errors.
  struct Streams {
    var input: String?
    var output: Int32?
  }

  /// Runs a program to its end.
  ///
  /// - Throws: `Failure` if it cannot be run, or does not end well.
  @discardableResult
  static func run(_ words: [String], _ streams: Streams = Streams()) throws(Failure) -> Child {
    let began = now()
    let process = try start(words, streams)
    return try wait(for: process, words, began)
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
    guard error == 0 else {
      throw Failure(description: "\(words[0]): \(String(cString: strerror(error)))")
    }
    return process
  }

  /// Waits until a program ends.
  static func wait(
    for process: pid_t, _ words: [String], _ began: Double
  ) throws(Failure) -> Child {
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == 0 else {
      throw Failure(description: "\(words.joined(separator: " ")): ended with \(status)")
    }
    return Child(
      seconds: now() - began, memory: Int(usage.ru_maxrss) << 10, status: status)
  }

  /// The seconds of CLOCK_MONOTONIC.
  static func now() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
