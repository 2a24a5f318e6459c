import CSpawn
import Foundation
import Glibc

/// A process in the making: posix_spawn(3) with its streams.
struct Spawn: ~Copyable {
  var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  private var flags: Int16 = 0
  /// The ends of pipes and the files that are the child's alone.
  private var given: [Int32] = []

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
  }

  deinit {
    for file in given { close(file) }
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

  /// Makes the child the leader of a session: the first terminal that it opens becomes the
  /// session's own.
  mutating func leadSession() { flags |= 0x80 }  // POSIX_SPAWN_SETSID

  /// Gives the child all signals as they are from the start, whatever the tests ignore.
  private mutating func resetSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    flags |= 0x04 | 0x08  // POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
  }

  /// Lets one of the child's three streams lead to where it should.
  ///
  /// - Returns: the end that is kept here; -1 if there is none.
  mutating func connect(_ stream: Child.Stream, as file: Int32) throws -> Int32 {
    switch stream {
    case .nothing: open("/dev/null", as: file, file == 0 ? O_RDONLY : O_WRONLY)
    case .file(let path): open(path, as: file, file == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND)
    case .sameAsOutput: duplicate(1, as: file)
    case .pipe:
      var ends: [Int32] = [-1, -1]
      guard spawn_pipe(&ends) == 0 else { throw Child.Failure(call: "pipe", errno: errno) }
      let (its, ours) = file == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
      given.append(its)
      duplicate(its, as: file)
      return ours
    }
    return -1
  }

  mutating func start(_ words: [String], _ environment: [String: String]?) throws -> pid_t {
    let own = ProcessInfo.processInfo.environment
    var variables = environment ?? own
    // A sanitizer that the tests run under is told the same in the child.
    for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] { variables[name] = own[name] }
    var arguments = words.map { strdup($0) } + [nil]
    var block = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + block).forEach { free($0) } }
    resetSignals()
    // The child gets its three streams only: what others have open, or this process inherited,
    // would count against a limit on its descriptors.
    spawn_close_from(&actions, 3)
    posix_spawnattr_setflags(&attributes, flags)
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, words[0], &actions, &attributes, &arguments, &block)
    guard code == 0 else { throw Child.Failure(call: words[0], errno: code) }
    return pid
  }
}
