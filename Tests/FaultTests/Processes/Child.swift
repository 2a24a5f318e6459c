import Glibc

/// A process of the real program, which is beside the bundle of the tests.
final class Child {
  private let pid: pid_t

  /// Where its standard input is written to; -1 if it reads from a file.
  let input: Int32

  /// Where its standard output is read from; -1 if it goes to a file.
  let output: Int32

  private static let program: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return folder(of: own) + "/laptimer"
  }()

  /// Starts the program on a log, with files for its streams, or pipes.
  init(_ words: [String], log: String, input: String? = nil, output: String? = nil) throws {
    // The ends that are kept here are not handed on to children that are started later.
    let inputs = try input.map { [open($0, O_RDONLY | O_CLOEXEC), -1] } ?? Self.pipe()
    let outputs =
      try output.map { [-1, open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)] }
      ?? Self.pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    // Most of what it has to say of a log that is there, or is not there yet, is expected.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let own = ["LAPTIMER_DB=\(log)", "HOME=\(folder(of: log))", "LC_ALL=C.UTF-8"]
    var arguments: [UnsafeMutablePointer<CChar>?] = ([Self.program] + words).map { strdup($0) }
    arguments.append(nil)
    var environment: [UnsafeMutablePointer<CChar>?] = own.map { strdup($0) }
    environment.append(nil)
    defer { for text in arguments + environment { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, Self.program, &actions, nil, &arguments, &environment)
    close(inputs[0])
    close(outputs[1])
    self.pid = pid
    self.input = inputs[1]
    self.output = outputs[0]
    guard code == 0 else { throw Scratch.Failure(errno: code) }
  }

  deinit {
    if input >= 0 { close(input) }
    if output >= 0 { close(output) }
  }

  /// A pair of sockets serves as a pipe, since it can be kept from other children at once.
  private static func pipe() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Scratch.Failure(errno: errno) }
    return ends
  }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// Waits for its end.
  ///
  /// - Returns: its exit code; a signal that ended it as a negative number.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }

  func say(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = write(input, bytes.baseAddress, bytes.count) }
  }
}

@available(*, unavailable)
extension Child: Sendable {}

/// The lines of a text that have come to their ends.
func wholeLines(_ bytes: [UInt8]) -> [String] {
  String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    .dropLast().map(String.init)
}

extension String {
  /// The value of a field in a line of JSON, in a text without escapes or as a number.
  func field(_ name: String) -> String? {
    let key = "\"\(name)\":"
    guard let start = range(of: key) else { return nil }
    let rest = self[start...].drop { $0 == "\"" }
    return String(rest.prefix { $0 != "," && $0 != "}" && $0 != "\"" })
  }

  private func range(of key: String) -> Index? {
    var rest = self[...]
    while let first = rest.firstIndex(of: "\"") {
      if self[first...].hasPrefix(key) { return index(first, offsetBy: key.count) }
      rest = rest[index(after: first)...]
    }
    return nil
  }
}
