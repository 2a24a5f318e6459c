import CSQLite
import Glibc

/// The waiting of a connection for a lock that another one holds.
///
/// SQLite's own busy timeout sleeps for 1, 2, 5, 10 … up to 100 ms between tries, much longer than
/// a commit takes. These sleeps start at 0.1 ms and are at most 5 ms, so that several writers get
/// their turns in quick succession.
package final class BusyHandler {
  private var timeout: UInt64
  private var since: UInt64 = 0
  private var tries: Int32 = 0

  /// Creates a handler that waits up to `timeout`; zero or less tries once.
  package init(timeout: Duration) { self.timeout = timeout.waitingNanoseconds }

  /// Runs `body` with a wait of at most `shorter`.
  package func limited<Value>(
    to shorter: Duration, _ body: () throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    let usual = timeout
    timeout = min(usual, shorter.waitingNanoseconds)
    defer { timeout = usual }
    return try body()
  }

  /// Installs this as the busy handler of `connection`, which must not outlive it.
  package func install(on connection: OpaquePointer) {
    sqlite3_busy_handler(
      connection,
      { context, tries in
        guard let context else { return 0 }
        return Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue().nap(after: tries)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Sleeps briefly before the next try of a caller; returns false after the timeout.
  package func wait() -> Bool {
    defer { tries += 1 }
    return nap(after: tries) == 1
  }

  /// Sleeps briefly and returns 1, or returns 0 after the timeout.
  ///
  /// "The second argument … is the number of times that the busy handler has been invoked
  /// previously for the same locking event" (busy_handler.html).
  func nap(after tries: Int32) -> Int32 {
    let now = monotonicNanoseconds()
    if tries == 0 { since = now }
    let waited = now &- since
    guard waited < timeout else { return 0 }
    let nap = min(100_000 << UInt64(min(tries / 4, 6)), 5_000_000, timeout &- waited)
    var pause = timespec(tv_sec: 0, tv_nsec: Int(nap))
    nanosleep(&pause, nil)
    return 1
  }
}

extension Duration {
  /// The duration in whole nanoseconds, not negative, at most about thirty years.
  package var waitingNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000_000_000 }
    return UInt64(max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}

/// Returns the time since a fixed moment, in ns; it never decreases.
package func monotonicNanoseconds() -> UInt64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
}

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
