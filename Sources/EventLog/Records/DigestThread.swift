import Glibc

/// A thread that verifies batches of messages in the order in which it gets them.
final class DigestThread: @unchecked Sendable {
  // Unchecked: the variables are only used while the mutex is held, and a batch by whoever took it
  // from them. The thread sanitizer understands this lock; it does not see the futex of a `Mutex`.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [MessageBatch] = []
  private var verified: [MessageBatch] = []
  private var fault: LogError?
  private var isEnding = false
  private var thread = pthread_t()

  /// The number of batches that wait at most: a slower thread holds up the caller.
  private static let mostWaiting = 4

  /// Starts the thread; nil if the system has none left.
  init?() {
    // Without attributes neither can fail.
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    let this = Unmanaged.passRetained(self)
    let answer = pthread_create(&thread, nil, { DigestThread.run($0) }, this.toOpaque())
    guard answer == 0 else {
      this.release()
      return nil
    }
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Hands a batch over.
  ///
  /// - Returns: an empty batch.
  /// - Throws: `LogError.damaged` for the first event with another digest that was found so far.
  func exchange(_ batch: MessageBatch) throws(LogError) -> MessageBatch {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waiting.count >= Self.mostWaiting, fault == nil { pthread_cond_wait(changed, mutex) }
    if let fault { throw fault }
    waiting.append(batch)
    pthread_cond_broadcast(changed)
    return verified.popLast() ?? MessageBatch()
  }

  /// Ends the thread once it has verified all batches; it must be called once.
  ///
  /// - Throws: `LogError.damaged` for the first event with another digest.
  func finish() throws(LogError) {
    pthread_mutex_lock(mutex)
    isEnding = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
    pthread_join(thread, nil)
    if let fault { throw fault }
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<DigestThread>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }

  private func run() {
    while let batch = next() {
      do throws(LogError) {
        try batch.verify()
        batch.removeAll()
        note(verified: batch, nil)
      } catch {
        return note(verified: batch, error)
      }
    }
  }

  /// Takes the next batch; nil at the end.
  private func next() -> MessageBatch? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waiting.isEmpty, !isEnding { pthread_cond_wait(changed, mutex) }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  private func note(verified batch: MessageBatch, _ fault: LogError?) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    verified.append(batch)
    self.fault = fault
    pthread_cond_broadcast(changed)
  }
}
