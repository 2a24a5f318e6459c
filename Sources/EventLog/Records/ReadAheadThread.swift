import Glibc
import SQLite

/// A thread that reads the rows of a session, and makes elements of them, ahead of the caller.
///
/// The reader is the thread's until `forEach` returns: meanwhile the caller must not use the log.
final class ReadAheadThread<Element: Sendable>: @unchecked Sendable {
  // Unchecked: the variables are only used while the mutex is held, a batch by whoever took it from
  // them, and the reader by the thread alone. The thread sanitizer understands this lock; it does
  // not see the futex of a `Mutex`.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let reader: RowReader
  private let append: AppendElement
  private var batches: [[Element]] = []
  private var isAtEnd = false
  private var failure: (any Error)?
  private var isCancelled = false
  private var thread = pthread_t()

  /// Appends the element of a row, which is valid inside it only, to an array.
  ///
  /// It appends, instead of returning an element: generic code would look up the type of the array
  /// at each row.
  typealias AppendElement = @Sendable (FoldedRow, inout [Element]) throws -> Void

  /// Starts the thread; nil if the system has none left.
  init?(_ reader: RowReader, _ append: @escaping AppendElement) {
    self.reader = reader
    self.append = append
    // Without attributes neither can fail.
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    guard let thread = startThread({ self.run() }) else { return nil }
    self.thread = thread
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Gives the elements to a closure, and ends the thread; it must be called once.
  ///
  /// An error of the reading is thrown after the rows before it.
  func forEach(_ body: (Element) throws -> Void) throws {
    defer { end() }
    while let batch = try next() {
      for element in batch { try body(element) }
    }
  }

  /// Takes the next batch; nil at the end.
  private func next() throws -> [Element]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while batches.isEmpty, !isAtEnd { pthread_cond_wait(changed, mutex) }
    if !batches.isEmpty {
      pthread_cond_signal(changed)
      return batches.removeFirst()
    }
    if let failure { throw failure }
    return nil
  }

  private func end() {
    pthread_mutex_lock(mutex)
    isCancelled = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
    pthread_join(thread, nil)
  }

  private func run() {
    var batch: [Element] = []
    var failure: (any Error)?
    do {
      while try reader.appendBatch(to: &batch, append) {
        guard hand(batch) else { return }
        batch = []
        batch.reserveCapacity(ReadAhead.batchSize)
      }
    } catch {
      failure = error
    }
    finish(batch, failure)
  }

  /// Hands a batch over; returns false if no more rows are wanted.
  private func hand(_ batch: [Element]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while batches.count >= ReadAhead.mostWaiting, !isCancelled { pthread_cond_wait(changed, mutex) }
    if isCancelled { return false }
    batches.append(batch)
    pthread_cond_signal(changed)
    return true
  }

  private func finish(_ batch: [Element], _ failure: (any Error)?) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    batches.append(batch)
    self.failure = failure
    isAtEnd = true
    pthread_cond_signal(changed)
  }
}

extension RowReader {
  /// Appends the elements of the next rows to a batch, and returns whether there may be more.
  ///
  /// After an error, the batch has the elements before it.
  func appendBatch<Element>(
    to batch: inout [Element], _ append: (FoldedRow, inout [Element]) throws -> Void
  ) throws -> Bool {
    for _ in 0..<ReadAhead.batchSize {
      guard let row = try next() else { return false }
      try append(row, &batch)
    }
    return true
  }
}

enum ReadAhead {
  /// The number of rows that are read without a thread: it pays for itself after that many.
  static let leastRows = 4096
  /// The number of rows that are handed over together.
  static let batchSize = 512
  /// The number of batches that wait at most: a slower caller holds up the thread.
  ///
  /// The fold of a race places 16,384 crossings at a time, and takes no batch meanwhile.
  static let mostWaiting = 32
}
