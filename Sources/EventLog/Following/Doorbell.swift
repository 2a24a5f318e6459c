import Glibc
import SQLite

/// An empty file beside a log, which every writer opens and closes after an append.
///
/// Opening it is the ring: inotify(7) notifies the listeners, and nothing is written to a disk.
/// Writers ring after COMMIT, when the new events are readable; the log's own files change before
/// that. A missing bell, or one that cannot be rung, only makes followers slower.
package struct Doorbell: Sendable {
  /// The path of the bell.
  package let path: String
  private let disk: Disk

  /// Creates the bell for a log, whose path must be without links.
  init(ofLog path: String, disk: Disk) {
    self.path = path + "-bell"
    self.disk = disk
  }

  /// Notifies all followers of the log.
  ///
  /// It needs two system calls if the bell exists.
  package func ring() {
    if !touch(), errno == ENOENT, hang() { touch() }
  }

  /// Creates the bell file; returns true also if it already exists.
  @discardableResult
  func hang() -> Bool {
    do {
      try disk.makeFile(path)
      return true
    } catch {
      return error.number == EEXIST
    }
  }

  @discardableResult
  private func touch() -> Bool {
    // The flags reject a link, and prevent a writer from waiting for a pipe put in its place.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    close(file)
    return true
  }
}
