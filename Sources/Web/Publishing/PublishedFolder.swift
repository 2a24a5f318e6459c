import Glibc
package import SQLite

/// A folder of published files, which a plain web server serves.
///
/// A file is written beside its place and renamed, so that a reader, or a process that was killed,
/// never leaves half of one. It is not synced: after a power cut the next start writes all again.
package final class PublishedFolder {
  private let path: String
  /// The folder, locked against a second publisher, whose drafts have the same names.
  private let file: Int32

  /// Opens a folder, or creates it; the error `EWOULDBLOCK` is another publisher.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    try Self.create(path)
    file = try checked("open", path, open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    try checked("flock", path, flock(file, LOCK_EX | LOCK_NB))
  }

  deinit { close(file) }

  /// Replaces a file, or creates it, and the folder that it is in.
  func replace(_ name: String, with bytes: [UInt8]) throws(SystemError) {
    let place = "\(path)/\(name)"
    try Self.create(folder(of: place))
    let draft = place + ".draft"
    // Others, such as a web server, read it.
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
    let file = try checked("open", draft, open(draft, flags, 0o644))
    // A write that is cut short has no error of its own.
    errno = ENOSPC
    let isWritten = write(file, bytes, bytes.count) == bytes.count
    guard close(file) == 0, isWritten, rename(draft, place) == 0 else {
      let error = SystemError(call: "write", path: place, number: errno)
      unlink(draft)
      throw error
    }
  }

  /// Removes a file, if it is there.
  func remove(_ name: String) throws(SystemError) { try Disk.live.remove("\(path)/\(name)") }

  /// Removes the files of sessions of an earlier process for which a function returns true.
  func removeSessions(where isGone: (_ name: String) -> Bool) throws(SystemError) {
    for session in names(inFolder: path) where Int(session) != nil {
      let lists = names(inFolder: "\(path)/\(session)").filter { !$0.hasPrefix(".") }
        .map { "\(session)/\($0)" }
      for folder in [session] + lists {
        for name in ["\(folder)/index.html", "\(folder)/board.json"] where isGone(name) {
          try remove(name)
        }
      }
    }
  }

  private static func create(_ folder: String) throws(SystemError) {
    try checked("mkdir", folder, mkdir(folder, 0o755) == 0 || errno == EEXIST ? 0 : -1)
  }
}
