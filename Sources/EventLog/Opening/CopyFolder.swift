import Glibc
import SQLite

/// A folder for a private copy of a log, in the folder for temporary files.
///
/// It has a name as drafts have, and its maker holds a lock of flock(2) on it for as long as it
/// lives, so that a folder without a lock was abandoned.
struct CopyFolder: ~Copyable {
  let path: String
  private let descriptor: Int32

  /// The name of the copy.
  static let database = "log.db"

  private static let prefix = "laptimer"

  /// Makes a folder for its owner alone.
  init(in place: String) throws(SystemError) {
    for _ in 0..<16 {
      let path = "\(place)/\(Self.prefix)\(DraftName.random().suffix)"
      guard mkdir(path, 0o700) == 0 else {
        if errno == EEXIST { continue }
        throw SystemError(call: "mkdir", path: place, number: errno)
      }
      let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let number = errno
      // Between the two calls another process may have taken it for abandoned and removed it.
      if folder >= 0, flock(folder, LOCK_EX | LOCK_NB) == 0, isSameFile(folder, path) {
        self.path = path
        descriptor = folder
        return
      }
      if folder >= 0 { close(folder) }
      guard folder >= 0 || number == ENOENT else {
        rmdir(path)
        throw SystemError(call: "open", path: path, number: number)
      }
    }
    throw SystemError(call: "mkdir", path: place, number: EEXIST)
  }

  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Removes the folder with the copy.
  borrowing func remove() { Self.remove(path) }

  private static var names: [String] { [database] + Draft.companions.map { database + $0 } }

  private static func remove(_ path: String) {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Removes folders that a process which was killed has left.
  ///
  /// One is removed only if its name is one that `DraftName` makes, it is a folder of this user that
  /// is closed to all others, nobody holds its lock, and it holds nothing but a copy.
  static func removeAbandoned(in place: String) {
    for name in entries(of: place) {
      guard name.hasPrefix(prefix), DraftName(suffix: String(name.dropFirst(prefix.count))) != nil
      else { continue }
      let path = "\(place)/\(name)"
      guard let status = FileStatus(path, followingLink: false), status.isFolder,
        status.owner == geteuid(), status.permissions == 0o700
      else { continue }
      let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      defer { close(folder) }
      guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { continue }
      defer { flock(folder, LOCK_UN) }
      guard isSameFile(folder, path), entries(of: path).allSatisfy(names.contains) else { continue }
      remove(path)
    }
  }

  /// The names in a folder; those that are no UTF-8 with U+FFFD.
  private static func entries(of path: String) -> [String] {
    guard let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
