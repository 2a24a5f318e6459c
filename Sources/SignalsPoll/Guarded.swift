import Glibc

/// A value behind a POSIX mutex.
///
/// The thread sanitizer understands this lock; it does not see the futex of a `Mutex`.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: the value is only used while the mutex is held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    // Without attributes it cannot fail.
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
