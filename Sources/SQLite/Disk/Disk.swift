import CLinux
import Glibc

/// What is asked of the operating system about folders and files beside SQLite.
///
/// It is a value of functions so that a test can count the calls, refuse them, or cut the power
/// between them. What SQLite itself does goes through its own virtual file system.
package struct Disk: Sendable {
  /// The kind of file system that a path lies on, `f_type` of statfs(2); `nil` if unknown.
  package var kind: @Sendable (_ path: String) -> UInt32?

  /// Makes one folder with mode 0700, whatever the umask.
  package var makeFolder: @Sendable (_ path: String) throws(SystemError) -> Void

  /// Makes an empty file with mode 0600, whatever the umask; refuses one that is there.
  package var makeFile: @Sendable (_ path: String) throws(SystemError) -> Void

  /// Makes what was written to a file, or the entries of a folder, outlive a power cut.
  package var sync: @Sendable (_ path: String) throws(SystemError) -> Void

  /// Gives a file another name, in the place of a file that bears it.
  package var rename: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void

  /// Gives a file another name, or throws `EEXIST` if there is one of that name, with no moment
  /// in between.
  package var renameAsNew: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void

  /// Gives a file a second name that is not taken; only another one where it cannot have two.
  package var keep: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void

  /// Removes a file; that there is none is no error.
  package var remove: @Sendable (_ path: String) throws(SystemError) -> Void

  /// The machine's own.
  package static let live = Disk(
    kind: liveKind, makeFolder: liveMakeFolder, makeFile: liveMakeFile, sync: liveSync,
    rename: liveRename, renameAsNew: liveRenameAsNew, keep: liveKeep,
    remove: liveRemove)
}

private func liveKind(_ path: String) -> UInt32? {
  let kind = clinux_file_system_kind(path)
  return kind == 0 ? nil : kind
}

private func liveMakeFolder(_ path: String) throws(SystemError) {
  try checked("mkdir", path, mkdir(path, 0o700))
  try checked("chmod", path, chmod(path, 0o700))
}

private func liveMakeFile(_ path: String) throws(SystemError) {
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  let file = try checked("open", path, open(path, flags, 0o600))
  defer { close(file) }
  try checked("fchmod", path, fchmod(file, 0o600))
}

private func liveSync(_ path: String) throws(SystemError) {
  let file = try checked("open", path, open(path, O_RDONLY | O_CLOEXEC))
  defer { close(file) }
  try checked("fsync", path, fsync(file))
}

private func liveRename(_ from: String, _ to: String) throws(SystemError) {
  try checked("rename", to, rename(from, to))
}

private func liveRenameAsNew(_ from: String, _ to: String) throws(SystemError) {
  if clinux_rename_as_new(from, to) == 0 { return }
  // "EINVAL: The filesystem does not support one of the flags in flags" (rename(2)). A link(2)
  // refuses a name that is taken as well; it needs a second call to drop the old name.
  guard errno == EINVAL || errno == ENOSYS else {
    throw SystemError(call: "rename", path: to, number: errno)
  }
  try checked("link", to, link(from, to))
  try checked("unlink", from, unlink(from))
}

private func liveKeep(_ from: String, _ to: String) throws(SystemError) {
  if link(from, to) == 0 { return }
  // Not every file system has hard links, and not every user may make one of any file (link(2)).
  guard [EPERM, EACCES, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
    throw SystemError(call: "link", path: to, number: errno)
  }
  try liveRenameAsNew(from, to)
}

private func liveRemove(_ path: String) throws(SystemError) {
  if unlink(path) != 0, errno != ENOENT {
    throw SystemError(call: "unlink", path: path, number: errno)
  }
}

/// What the operating system tells of a file without opening it.
///
/// A database file is never opened outside SQLite: to close any descriptor of a file drops all
/// locks that the process has on it, also those of its connections (howtocorrupt.html, "Posix
/// advisory locks canceled by a separate thread doing close()").
package struct FileStatus {
  private let status: stat

  /// Asks about the file that a path leads to, or, without following it, about a link itself.
  ///
  /// It is `nil` if there is none or it cannot be reached; `errno` says why.
  package init?(_ path: String, followingLink: Bool = true) {
    var status = stat()
    guard (followingLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.status = status
  }

  /// Asks about an open file.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  package var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
  package var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }
  package var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
  package var owner: UInt32 { status.st_uid }
  /// How many names it has.
  package var links: Int { Int(status.st_nlink) }
  package var size: Int { Int(status.st_size) }
  package var permissions: UInt32 { status.st_mode & 0o7777 }
  /// Whether both are one file, under two names perhaps.
  package func isSameFile(as other: FileStatus) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }

  /// Whether nothing was written to the file since then, nor another one put in its place.
  package func isUnchanged(since earlier: FileStatus) -> Bool {
    let (now, then) = (status.st_mtim, earlier.status.st_mtim)
    return isSameFile(as: earlier) && size == earlier.size && now.tv_sec == then.tv_sec
      && now.tv_nsec == then.tv_nsec
  }

  package var device: UInt { UInt(status.st_dev) }
}

extension Disk {
  /// Makes a folder and the parents that it lacks, each durable before the next is made in it.
  ///
  /// A folder that is there already, perhaps made by another process just now, is left as it is.
  ///
  /// - Returns: the folders that were made, the deepest last.
  /// - Throws: the system's reason, such as `ENOTDIR` where a parent is a file.
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

  /// Removes folders that `makeFolders` made, unless something is in them by now.
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
      // Once more and no further: a parent that is a link into nothing is there, and yet is not.
      try makeLastFolder(path, &made)
    }
  }

  /// Makes a folder in a parent that is there.
  private func makeLastFolder(_ path: String, _ made: inout [String]) throws(SystemError) {
    do {
      try makeFolder(path)
      made.append(path)
    } catch {
      // Whoever made it may not have come to the sync yet. If the parent cannot even be read, the
      // folder is an old one.
      if error.number == EEXIST {
        try? sync(folder(of: path))
        return
      }
      // A folder of another's may be there although nothing may be made beside it.
      if error.number != ENOENT, FileStatus(path)?.isFolder == true { return }
      throw error
    }
    try sync(folder(of: path))
  }
}

/// The last name in a path of a file: all behind its last slash.
package func fileName(of path: String) -> Substring {
  path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
}

/// The folder that `path` lies in: all before its last slash, `.` if it has none.
package func folder(of path: String) -> String {
  let trimmed = path.utf8.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
  guard let slash = trimmed.lastIndex(of: "/") else { return "." }
  return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
}
