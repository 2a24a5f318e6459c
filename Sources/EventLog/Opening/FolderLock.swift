import Glibc
import SQLite

/// A lock of flock(2) on a folder: whoever makes or replaces a log in it holds it alone.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - sharing: whether others may hold it at the same time, if they share it, too.
  ///   - timeout: how long others are waited for.
  /// - Throws: the system's reason; `EWOULDBLOCK` after the timeout.
  init(_ folder: String, sharing: Bool = false, timeout: Duration) throws(SystemError) {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(call: "open", path: folder, number: errno) }
    let busyHandler = BusyHandler(timeout: timeout)
    var tries: Int32 = 0
    while flock(file, (sharing ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      let number = errno
      if number == EWOULDBLOCK || number == EINTR, busyHandler.nap(after: tries) == 1 {
        tries += 1
        continue
      }
      close(file)
      throw SystemError(
        call: "flock", path: folder, number: number == EINTR ? EWOULDBLOCK : number)
    }
    descriptor = file
  }

  /// Whether the path leads to the folder that is locked: nobody has removed it.
  borrowing func isOn(_ folder: String) -> Bool {
    guard let locked = FileStatus(of: descriptor), let named = FileStatus(folder) else {
      return false
    }
    return locked.isSameFile(as: named)
  }

  /// Keeps the lock up to here.
  borrowing func hold() {}

  /// Gives the lock back.
  ///
  /// To close the file is not enough: a process that is being started elsewhere in this program has
  /// a copy of the descriptor until it becomes another program, and with it the lock (flock(2)).
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
