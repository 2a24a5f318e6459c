import CLinux
import Glibc

/// The operating system's functions for folders and files that are called directly, not by SQLite.
///
/// It is a value of functions so that a test can count the calls, refuse them, or cut the power
/// between them. SQLite's own calls use its virtual file system.
package struct Disk: Sendable {
  /// Returns the type of the file system of a path, `f_type` of statfs(2); `nil` if unknown.
  package var kind: @Sendable (_ path: String) -> UInt32?

  /// Creates a folder with mode 0700, whatever the umask.
  package var makeFolder: @Sendable (_ path: String) throws(SystemError) -> Void

  /// Creates an empty file with mode 0600, whatever the umask; fails if it exists.
  package var makeFile: @Sendable (_ path: String) throws(SystemError) -> Void

  /// Syncs a file or the entries of a folder, so that they survive a power loss.
  package var sync: @Sendable (_ path: String) throws(SystemError) -> Void

  /// Renames a file, and replaces an existing file.
  package var rename: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void

  /// Renames a file atomically, or throws `EEXIST` if the new name exists.
  package var renameAsNew: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void

  /// Gives a file a second, unused name; renames it if it cannot have two.
  package var keep: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void

  /// Removes a file; a missing file is not an error.
  package var remove: @Sendable (_ path: String) throws(SystemError) -> Void

  /// The functions of the machine.
  package static let live = Disk(
    kind: { path in
      let kind = clinux_file_system_kind(path)
      return kind == 0 ? nil : kind
    },
    makeFolder: { path throws(SystemError) in
      try checked("mkdir", path, mkdir(path, 0o700))
      try checked("chmod", path, chmod(path, 0o700))
    },
    makeFile: { path throws(SystemError) in
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = try checked("open", path, open(path, flags, 0o600))
      defer { close(file) }
      try checked("fchmod", path, fchmod(file, 0o600))
    },
    sync: { path throws(SystemError) in
      let file = try checked("open", path, open(path, O_RDONLY | O_CLOEXEC))
      defer { close(file) }
      try checked("fsync", path, fsync(file))
    },
    rename: { from, to throws(SystemError) in
      try checked("rename", to, Glibc.rename(from, to))
    },
    renameAsNew: liveRenameAsNew, keep: liveKeep,
    remove: { path throws(SystemError) in
      if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR {
        throw SystemError(call: "unlink", path: path, number: errno)
      }
    })
}

private func liveRenameAsNew(_ from: String, _ to: String) throws(SystemError) {
  if clinux_rename_as_new(from, to) == 0 { return }
  // "EINVAL: The filesystem does not support one of the flags in flags" (rename(2)). link(2) also
  // refuses an existing name; removing the old name needs a second call.
  guard errno == EINVAL || errno == ENOSYS else {
    throw SystemError(call: "rename", path: to, number: errno)
  }
  try checked("link", to, link(from, to))
  try checked("unlink", from, unlink(from))
}

private func liveKeep(_ from: String, _ to: String) throws(SystemError) {
  if link(from, to) == 0 { return }
  // Not every file system has hard links, and not every user may create one for every file
  // (link(2)).
  guard [EPERM, EACCES, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
    throw SystemError(call: "link", path: to, number: errno)
  }
  try liveRenameAsNew(from, to)
}

/// The attributes of a file, read without opening the file.
///
/// A database file is never opened outside SQLite: closing any descriptor of a file drops all locks
/// that the process has on it, including those of its connections (howtocorrupt.html, "Posix
/// advisory locks canceled by a separate thread doing close()").
package struct FileStatus {
  private let status: stat

  /// Reads the status of the file that a path leads to, or, without following it, of a link itself.
  ///
  /// It is `nil` if there is none or it cannot be reached; `errno` has the reason.
  package init?(_ path: String, followingLink: Bool = true) {
    var status = stat()
    guard (followingLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.status = status
  }

  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  package var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
  package var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }
  /// The number of its names.
  package var links: Int { Int(status.st_nlink) }
  package var size: Int { Int(status.st_size) }
  package var permissions: UInt32 { status.st_mode & 0o7777 }
  /// Whether both are the same file, possibly under two names.
  package func isSameFile(as other: FileStatus) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }

  /// Whether the file has been neither written nor replaced since then.
  package func isUnchanged(since earlier: FileStatus) -> Bool {
    let (now, then) = (status.st_mtim, earlier.status.st_mtim)
    return isSameFile(as: earlier) && size == earlier.size && now.tv_sec == then.tv_sec
      && now.tv_nsec == then.tv_nsec
  }

  /// Gives a file that no connection has open the owner and the group of this one.
  ///
  /// Without the right to do so, the file keeps its owner and is closed to all others. A link is not
  /// changed, nor a file with two names: another user may have put it in the place of a new file.
  package func shareOwner(with path: String, permissions: UInt32) {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    guard FileStatus(of: file)?.links == 1 else { return }
    let isGiven = fchown(file, status.st_uid, status.st_gid) == 0
    fchmod(file, permissions & (isGiven ? 0o777 : 0o700))
  }

  package var device: UInt { UInt(status.st_dev) }
}

/// The state of a database file, its journal and its write-ahead file before they were copied.
package struct CopiedFiles {
  /// The path of the database.
  package let path: String
  private let files: [FileStatus?]

  /// The suffixes of the files beside the database that belong to a copy.
  package static let suffixes = ["-journal", "-wal"]

  /// Reads the present state of the files; nil if there is no database at the path.
  package init?(_ path: String) {
    self.path = path
    files = ([""] + Self.suffixes).map { FileStatus(path + $0) }
    if files[0] == nil { return nil }
  }

  /// Whether the database is no longer at its path, which may have another file or none.
  package var haveMoved: Bool {
    guard let database = files[0], let now = FileStatus(path) else { return true }
    return !now.isSameFile(as: database)
  }

  /// Whether one of the files was written, replaced, created or removed since then.
  package var haveChanged: Bool {
    zip([""] + Self.suffixes, files).contains { suffix, before in
      let now = FileStatus(path + suffix)
      return before.map { now?.isUnchanged(since: $0) != true } ?? (now != nil)
    }
  }
}

extension Disk {
  /// Creates a folder and its missing parents, each durable before the next is created in it, and
  /// returns those that were created, the deepest last.
  ///
  /// An existing folder, possibly just created by another process, stays unchanged. The error is
  /// the system's, such as `ENOTDIR` if a parent is a file.
  @discardableResult
  package func makeFolders(_ path: String) throws(SystemError) -> [String] {
    var made: [String] = []
    do {
      try makeFolders(path, &made)
    } catch {
      Self.removeFolders(made)
      throw error
    }
    return made
  }

  /// Removes folders that `makeFolders` created, unless they have contents.
  package static func removeFolders(_ made: [String]) {
    for path in made.reversed() { rmdir(path) }
  }

  private func makeFolders(_ path: String, _ made: inout [String]) throws(SystemError) {
    do {
      try makeLastFolder(path, &made)
    } catch {
      let parent = folder(of: path)
      guard error.number == ENOENT, parent != path else { throw error }
      try makeFolders(parent, &made)
      // Only one more attempt: a parent that is a dangling link exists, but cannot contain a
      // folder.
      try makeLastFolder(path, &made)
    }
  }

  private func makeLastFolder(_ path: String, _ made: inout [String]) throws(SystemError) {
    do {
      try makeFolder(path)
      made.append(path)
    } catch {
      // The process that created it may not have synced it yet. If the parent is not even readable,
      // the folder is an old one.
      if error.number == EEXIST {
        try? sync(folder(of: path))
        return
      }
      // A folder of another user may exist in a parent in which this user may not create any.
      if error.number != ENOENT, FileStatus(path)?.isFolder == true { return }
      throw error
    }
    try sync(folder(of: path))
  }
}

/// Returns the last name in the path of a file, which follows its last slash.
package func fileName(of path: String) -> Substring {
  path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
}

/// Returns the names in a folder, `.` and `..` too; none if it cannot be read.
package func names(inFolder path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  return sequence(state: folder) { readdir($0) }.map { entry in
    withUnsafeBytes(of: &entry.pointee.d_name) { name in
      String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// Returns the folder of `path`, which precedes its last slash; `.` if it has none.
package func folder(of path: String) -> String {
  let trimmed = path.utf8.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
  guard let slash = trimmed.lastIndex(of: "/") else { return "." }
  return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
}

/// A failed call of the operating system for a file or folder.
public struct SystemError: Error, Hashable, Sendable {
  /// The system call, such as `mkdir`.
  public let call: String

  /// The path of the file or folder.
  public let path: String

  /// The value of `errno`.
  public let number: Int32

  /// Creates an error from its parts.
  public init(call: String, path: String, number: Int32) {
    self.call = call
    self.path = path
    self.number = number
  }
}

extension SystemError {
  /// Whether the machine fails, lacks a resource or was interrupted, whatever the path.
  package var isOfMachine: Bool {
    [ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE, EIO, ENXIO, ENOMEM, ENOLCK, ESTALE, EINTR]
      .contains(number)
  }
}

extension SystemError: CustomStringConvertible {
  /// The path, the system's message and the call.
  public var description: String {
    "\(path): \(String(cString: strerror(number))) (\(call))"
  }
}

/// Returns the result of a C library call; throws `errno` if it is negative.
@discardableResult
package func checked(_ call: String, _ path: String, _ answer: Int32) throws(SystemError) -> Int32 {
  if answer < 0 { throw SystemError(call: call, path: path, number: errno) }
  return answer
}
