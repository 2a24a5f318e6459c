import CSpawn
import Foundation

/// The parameters of a call of posix_spawn(3).
struct Spawn: ~Copyable {
  var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  private var flags: Int16 = 0
  private var childEnds: [Int32] = []

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
  }

  deinit {
    for file in childEnds { close(file) }
    var (actions, attributes) = (actions, attributes)
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  mutating func open(_ path: String, as file: Int32, _ flags: Int32) {
    posix_spawn_file_actions_addopen(&actions, file, path, flags, 0o600)
  }

  mutating func duplicate(_ file: Int32, as other: Int32) {
    posix_spawn_file_actions_adddup2(&actions, file, other)
  }

  /// Makes the child a session leader, whose first opened terminal is its controlling terminal.
  mutating func leadSession() { flags |= 0x80 }  // POSIX_SPAWN_SETSID

  /// Resets the child's signal mask and handlers, since the tests ignore some signals.
  private mutating func resetSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    flags |= 0x04 | 0x08  // POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
  }

  /// Connects a standard stream of the child.
  ///
  /// - Returns: the parent's end of the pipe; -1 without a pipe.
  mutating func connect(_ stream: Child.Stream, as file: Int32) throws -> Int32 {
    switch stream {
    case .nothing: open("/dev/null", as: file, file == 0 ? O_RDONLY : O_WRONLY)
    case .file(let path): open(path, as: file, file == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND)
    case .sameAsOutput: duplicate(1, as: file)
    case .pipe:
      var ends: [Int32] = [-1, -1]
      guard spawn_pipe(&ends) == 0 else { throw Child.Failure(call: "pipe", errno: errno) }
      let (childEnd, parentEnd) = file == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
      childEnds.append(childEnd)
      duplicate(childEnd, as: file)
      return parentEnd
    }
    return -1
  }

  mutating func start(_ words: [String], _ environment: [String: String]?) throws -> pid_t {
    let own = ProcessInfo.processInfo.environment
    var variables = environment ?? own
    // A sanitizer gets the same options in the child.
    for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] { variables[name] = own[name] }
    var arguments = words.map { strdup($0) } + [nil]
    var block = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + block).forEach { free($0) } }
    resetSignals()
    // The child inherits only its three streams, since others would count against a limit of its
    // descriptors.
    spawn_close_from(&actions, 3)
    posix_spawnattr_setflags(&attributes, flags)
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, words[0], &actions, &attributes, &arguments, &block)
    guard code == 0 else { throw Child.Failure(call: words[0], errno: code) }
    return pid
  }
}
