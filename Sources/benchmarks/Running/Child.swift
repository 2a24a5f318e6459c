import Glibc

/// A process that has ended.
struct Child {
  /// The time from before its start until after its end.
  let seconds: Double
  /// Its maximum memory in bytes.
  let memory: Int
  /// Its exit status; 0 is success.
  let status: Int32

  struct Failure: Error, CustomStringConvertible {
    let description: String
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

/// The lines of a small file.
func lines(of path: String) throws(Child.Failure) -> [String] {
  guard let file = fopen(path, "r") else {
    throw Child.Failure(description: "\(path): \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var lines: [String] = []
  var line = [CChar](repeating: 0, count: 65_536)
  while fgets(&line, Int32(line.count), file) != nil { lines.append(textLine(line)) }
  return lines
}

/// Returns the text of a null-terminated buffer.
func textLine(_ buffer: [CChar]) -> String {
  String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// The measured programs, linked fully static, as in a release.
struct Programs {
  let laptimer: String
  let baseline: String
  /// An empty Swift program.
  let empty: String

  /// Builds the programs, and installs them in a folder.
  ///
  /// Pages that the linker has just written are mapped in smaller pieces than those of a copied
  /// file: a program starts 10 % slower from where it was linked than from where it is installed.
  init() throws {
    let folder = ".build/static"
    let installed = folder + "/installed"
    let progress = Child.Streams(output: STDERR_FILENO)
    try Child.run([".ci/release", "--scratch-path", folder], progress)
    try Child.run(
      [
        "swift", "build", "-c", "release", "--product", "baseline", "--static-swift-stdlib",
        "-Xswiftc", "-static-executable", "-Xswiftc", "-Xfrontend", "-Xswiftc",
        "-disable-concrete-type-metadata-mangled-name-accessors", "--scratch-path", folder,
      ], progress)
    let source = folder + "/empty.swift"
    try write("", to: source)
    try Child.run(["swiftc", "-O", "-static-executable", source, "-o", folder + "/empty"])
    try Child.run(["mkdir", "-p", installed])
    for program in ["release/laptimer", "release/baseline", "empty"] {
      try Child.run(["cp", "--remove-destination", folder + "/" + program, installed])
    }
    laptimer = installed + "/laptimer"
    baseline = installed + "/baseline"
    empty = installed + "/empty"
  }
}

/// Writes a small file.
func write(_ text: String, to path: String) throws(Child.Failure) {
  guard let file = fopen(path, "w") else {
    throw Child.Failure(description: "\(path): \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  fputs(text, file)
}
