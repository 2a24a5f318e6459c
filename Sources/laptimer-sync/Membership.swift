import Glibc
import Host
import Text

/// The hub that a log has joined: its address, in a file beside the log.
struct Membership {
  let url: String

  /// Reads the hub of a log; nil if it has none.
  init?(besideLog log: String) throws {
    guard let text = try Self.contents(of: log + ".hub"),
      let line = text.split(separator: "\n").first
    else { return nil }
    url = String(line)
  }

  static func write(_ url: String, besideLog log: String) throws {
    try write(url + "\n", to: log + ".hub")
  }

  /// Stores the password of a user of a server where libpq reads it: in a line of `~/.pgpass`, which
  /// replaces that of the same user.
  static func store(
    password: String, of user: String, at endpoint: [String], in world: World
  ) throws {
    guard let path = world.variable("PGPASSFILE") ?? world.variable("HOME").map({ $0 + "/.pgpass" })
    else {
      throw SyncFailure(
        "no_home", exitCode: 73, "No place for the password: set HOME or PGPASSFILE.")
    }
    let fields = (endpoint + [user]).map { field in
      field.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    }
    let key = fields.joined(separator: ":") + ":"
    let lines = (try contents(of: path) ?? "").split(separator: "\n").filter { !$0.hasPrefix(key) }
    // The first line that matches counts, and others may have wildcards.
    try write(([key + password] + lines.map(String.init)).joined(separator: "\n") + "\n", to: path)
  }

  /// Returns the contents of a file; nil if it is missing.
  private static func contents(of path: String) throws -> String? {
    guard let file = fopen(path, "r") else {
      if errno == ENOENT { return nil }
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
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces a file that only this user can read.
  private static func write(_ text: String, to path: String) throws {
    let temporary = "\(path).\(getpid())"
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else { throw failure(temporary) }
    let bytes = Array(text.utf8)
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    guard close(file) == 0, isWritten, rename(temporary, path) == 0 else {
      let failure = failure(path)
      unlink(temporary)
      throw failure
    }
  }

  private static func failure(_ path: String) -> SyncFailure {
    let reason = systemMessage(errno)
    return SyncFailure("input_output", exitCode: 74, "\(quoted: path): \(verbatim: reason).")
  }
}
