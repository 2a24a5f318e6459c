import EventLog
import Glibc
import Host
import SQLite
import Text

/// The hub that a log has joined: its address, in a file beside the log.
struct Membership {
  let url: String

  /// Reads the hub of a log; nil if it has none.
  init?(besideLog log: String) throws {
    guard let line = try Self.lines(of: log + ".hub").first else { return nil }
    url = String(decoding: line, as: UTF8.self)
  }

  /// Keeps the hub of a log, which need not exist yet.
  static func write(_ url: String, besideLog log: String) throws {
    _ = try LogFile(log).makeFolders(above: log)
    try write([Array(url.utf8)[...]], to: log + ".hub")
  }

  /// Stores the password of a user of a server where libpq reads it: in lines of `~/.pgpass`, which
  /// replace those of the same user.
  static func store(
    password: String, of user: String, at endpoint: [String], in world: World
  ) throws {
    guard let path = world.variable("PGPASSFILE") ?? world.variable("HOME").map({ $0 + "/.pgpass" })
    else {
      throw Failure(
        "no_home", exitCode: ExitCode.cannotCreate,
        "No place for the password: set HOME or PGPASSFILE.")
    }
    // libpq looks for "localhost" in the place of its own folder of sockets.
    let hosts = endpoint[0].hasPrefix("/") ? [endpoint[0], "localhost"] : [endpoint[0]]
    let keys = hosts.map { host in
      let fields = ([host] + endpoint.dropFirst() + [user]).map { field in
        field.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      }
      return Array((fields.joined(separator: ":") + ":").utf8)
    }
    let others = try lines(of: path).filter { line in !keys.contains { line.starts(with: $0) } }
    // The first line that matches counts, and others may have wildcards.
    try write(keys.map { ($0 + password.utf8)[...] } + others, to: path)
  }

  /// Returns the lines of a file that are not empty; none if it is missing.
  private static func lines(of path: String) throws -> [ArraySlice<UInt8>] {
    guard let file = fopen(path, "r") else {
      if errno == ENOENT { return [] }
      throw failure(path)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    // The file is replaced afterwards: lines that could not be read would be lost.
    if ferror(file) != 0 { throw failure(path) }
    return bytes.split(separator: UInt8(ascii: "\n"))
  }

  /// Replaces a file that only this user can read.
  private static func write(_ lines: [ArraySlice<UInt8>], to path: String) throws {
    // A link stays, and its target is replaced.
    let path = realPath(path) ?? path
    let temporary = "\(path).\(getpid())"
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else { throw failure(temporary) }
    let bytes = Array((lines + [[]]).joined(separator: [UInt8(ascii: "\n")]))
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    guard close(file) == 0, isWritten, rename(temporary, path) == 0 else {
      let failure = failure(path)
      unlink(temporary)
      throw failure
    }
    try? Disk.live.sync(folder(of: path))
  }

  private static func failure(_ path: String) -> Failure {
    Failure("input_output", "\(quoted: path): \(verbatim: systemMessage(errno)).")
  }
}
