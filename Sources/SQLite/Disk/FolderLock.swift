import Glibc

/// A flock(2) lock on a folder.
///
/// Creating or replacing a log in the folder needs it exclusively. Opening a log needs it shared,
/// until SQLite has opened all files of the log, and closing one if SQLite may remove a file by its
/// name.
package struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock, exclusive or shared; it throws `EWOULDBLOCK` after the timeout.
  package init(_ folder: String, sharing: Bool = false, timeout: Duration) throws(SystemError) {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(call: "open", path: folder, number: errno) }
    let busyHandler = BusyHandler(timeout: timeout)
    while flock(file, (sharing ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      let number = errno
      if number == EWOULDBLOCK || number == EINTR, busyHandler.wait() { continue }
      close(file)
      throw SystemError(
        call: "flock", path: folder, number: number == EINTR ? EWOULDBLOCK : number)
    }
    descriptor = file
  }

  /// Keeps the lock alive up to the call.
  package borrowing func hold() {}

  /// Releases the lock.
  ///
  /// Closing the file is not enough: a child process that another thread is starting has a copy of
  /// the descriptor until its exec, and the lock with it (flock(2)).
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
