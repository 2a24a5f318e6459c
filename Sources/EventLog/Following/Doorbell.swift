import Glibc
import SQLite

/// The small empty file beside a log that whoever appended opens and closes.
///
/// To open it is to ring: inotify(7) tells those who listen, and nothing is written to any disk.
/// It is rung after COMMIT, when what was appended can be read; the log's own files change before
/// that. A bell that is not there, or cannot be rung, only makes those who follow slower.
package struct Doorbell: Sendable {
  /// The path of the bell.
  package let path: String
  private let disk: Disk

  /// The bell of the log at a path without links.
  init(ofLog path: String, disk: Disk) {
    self.path = path + "-bell"
    self.disk = disk
  }

  /// Tells all who follow the log that there is something new.
  ///
  /// Two system calls, if the bell is there.
  package func ring() {
    if !touch(), errno == ENOENT, hang() { touch() }
  }

  /// Makes the bell; that it is there already is as good.
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
    // Not through a link; and a pipe put in its place must not make a writer wait.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    close(file)
    return true
  }
}
