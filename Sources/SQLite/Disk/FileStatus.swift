import Glibc

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
