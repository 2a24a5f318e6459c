import CSodium
import Glibc
import SQLite
package import Text

/// The part of an event's row that a fold needs.
///
/// Its texts are read in place: they are valid until the statement's next step.
package struct FoldedRow {
  /// The number of the event in this log.
  package let position: Int
  /// The number of the event in its session.
  package let version: Int
  /// The identity of the event.
  package let id: EventID
  /// The name of its kind, in UTF-8.
  package let kind: UnsafeBufferPointer<UInt8>
  /// The version of its payload's shape.
  package let kindVersion: Int
  /// The wall-clock time for which the event is recorded.
  package let at: Moment
  /// The basis of that time.
  package let basis: Basis
  /// The wall clock when its command began.
  package let recordedAt: Moment
  /// CLOCK_BOOTTIME at that instant, in nanoseconds.
  package let ticks: Int64
  /// The clock of these ticks.
  package let clock: ClockID
  /// Its payload, in UTF-8.
  package let data: UnsafeBufferPointer<UInt8>

  /// The columns of `events` in the order of their reads in `Statement.foldedRow`.
  static let columns =
    "id, version, kind, kind_version, at, basis, recorded_at, ticks_ns, clock, data, position"
}

extension Statement {
  /// Reads the current row, which begins with `FoldedRow.columns`; throws `LogError.damaged` if it
  /// cannot be an event.
  func foldedRow() throws(LogError) -> FoldedRow {
    let (position, version) = (Int(int(10)), Int(int(1)))
    guard let id = withBlob(0, { EventID($0) }) else {
      throw .damaged(position: position, "its id is not a UUID")
    }
    guard let basis = Basis(utf8: utf8(5)) else {
      throw .damaged(position: position, "its basis is not known")
    }
    guard Numbering.range.contains(version), Numbering.range.contains(position) else {
      let number = Numbering.range.contains(version) ? position : version
      throw .damaged(position: position, "no event has the number \(number)")
    }
    return FoldedRow(
      position: position, version: version, id: id, kind: utf8(2),
      kindVersion: Int(int(3)), at: Moment(nanosecondsSince1970: int(4)), basis: basis,
      recordedAt: Moment(nanosecondsSince1970: int(6)), ticks: int(7),
      clock: ClockID(rawValue: int(8)), data: utf8(9))
  }
}

/// Reads the part of a session's rows that a fold needs, in order, and verifies each by its digest
/// if asked to.
final class RowReader {
  private var rows: SessionRows
  private let isVerifying: Bool
  private var clocks: DigestVerifier
  /// The identity of the session; nil before the first row.
  private var uid: EventID?
  /// The clock of the last row, and the part of a message that it makes.
  private var clock: (id: ClockID, message: [UInt8])?
  private var message = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 10, alignment: 8)

  /// The rows have `Record.columns`, or `FoldedRow.columns` if they are not verified.
  init(_ rows: SessionRows, of log: EventLog, verifying isVerifying: Bool) {
    self.rows = rows
    self.isVerifying = isVerifying
    clocks = DigestVerifier(of: log)
    // Otherwise the library computes digests without the instructions of this processor.
    if isVerifying { _ = sodium_init() }
  }

  deinit { message.deallocate() }

  /// Reads the next row, which is valid until the next call; nil at the end.
  ///
  /// Throws `LogError.damaged` for a row that is not the next event.
  func next() throws -> FoldedRow? {
    let statement = rows.statement
    guard try statement.step() else {
      try rows.requireEnd()
      return nil
    }
    let row = try isVerifying ? statement.numberedRow() : statement.foldedRow()
    if isVerifying {
      try statement.withBlob(13) { digest in
        try verify(row, source: statement.utf8(12), digest: digest)
      }
    }
    try rows.requireNext(row.version, at: row.position)
    return row
  }

  private func verify(
    _ row: FoldedRow, source: UnsafeBufferPointer<UInt8>, digest: UnsafeRawBufferPointer
  ) throws {
    // The first row that cannot be an event is named before a session without a first event.
    let uid = try self.uid ?? clocks.uid(of: rows.session)
    self.uid = uid
    if clock?.id != row.clock {
      let identity = try clocks.clock(row.clock, at: row.position)
      clock = (row.clock, Digest.message(of: identity))
    }
    let clock = clock?.message ?? []
    let length = Digest.length(of: row, source: source, by: clock)
    if length > message.count {
      message.deallocate()
      message = .allocate(byteCount: 2 * length, alignment: 8)
    }
    let message = UnsafeMutableRawBufferPointer(rebasing: message[..<length])
    Digest.write(row, source: source, of: uid, by: clock, to: message)
    guard digest.elementsEqual(blake2b(UnsafeRawBufferPointer(message))) else {
      throw LogError.damaged(position: row.position, .digest)
    }
  }
}

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
  private var full: [[Element]] = []
  private var empty: [[Element]] = []
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
    var used: [Element] = []
    while let batch = try next(returning: used) {
      for element in batch { try body(element) }
      used = batch
    }
  }

  /// Takes the next batch; nil at the end.
  private func next(returning used: [Element]) throws -> [Element]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    empty.append(used)
    while full.isEmpty, !isAtEnd { pthread_cond_wait(changed, mutex) }
    if !full.isEmpty {
      pthread_cond_signal(changed)
      return full.removeFirst()
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
        guard let next = exchange(batch) else { return }
        batch = next
        batch.removeAll(keepingCapacity: true)
      }
    } catch {
      failure = error
    }
    finish(batch, failure)
  }

  /// Hands a batch over, and returns a used one, whose memory serves again; nil if no more rows are
  /// wanted.
  private func exchange(_ batch: [Element]) -> [Element]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while full.count >= ReadAhead.mostWaiting, !isCancelled { pthread_cond_wait(changed, mutex) }
    if isCancelled { return nil }
    full.append(batch)
    pthread_cond_signal(changed)
    return empty.popLast() ?? []
  }

  private func finish(_ batch: [Element], _ failure: (any Error)?) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    full.append(batch)
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
