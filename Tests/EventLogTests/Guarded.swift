import Foundation

/// A value behind an `NSLock`: the thread sanitizer does not see the futex of a `Mutex`.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked: the value is only used while the lock is held.
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
