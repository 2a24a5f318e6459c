import Glibc
import SQLite
package import Text

/// The part of an event's row that a fold needs: the fields of ``Record`` with the same names.
///
/// Its texts are UTF-8 that is read in place: they are valid until the statement's next step.
package struct FoldedRow {
  package let position: Int
  package let version: Int
  package let id: EventID
  package let kind: UnsafeBufferPointer<UInt8>
  package let kindVersion: Int
  package let at: Moment
  package let basis: Basis
  package let recordedAt: Moment
  package let ticks: Int64
  package let clock: ClockID
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
  let statement: Statement
  private let session: Int
  /// The version of the last row; nil if unknown.
  private let newest: Int?
  /// The version of the row before the next one.
  private var version: Int
  private let isVerifying: Bool
  var verifier: DigestVerifier

  /// The rows have `Record.columns`, or `FoldedRow.columns` if they are not verified.
  init(
    _ statement: Statement, of session: Int, after version: Int, newest: Int?, in log: EventLog,
    verifying isVerifying: Bool
  ) {
    self.statement = statement
    self.session = session
    self.newest = newest
    self.version = version
    self.isVerifying = isVerifying
    verifier = DigestVerifier(of: log)
  }

  /// Reads the next row, which is valid until the next call; nil at the end.
  ///
  /// Throws `LogError` for a row that is not the next event, and if the rows ended before the newest
  /// one, as by a damaged index.
  func next() throws -> FoldedRow? {
    guard try statement.step() else {
      if let newest, version < newest {
        throw LogError.inconsistent(.missingEvents(session: session))
      }
      return nil
    }
    let row = try isVerifying ? statement.numberedRow() : statement.foldedRow()
    if isVerifying { try verify(row) }
    version += 1
    guard row.version == version else {
      throw LogError.damaged(position: row.position, .notNext(version: version))
    }
    return row
  }

  private func verify(_ row: FoldedRow) throws {
    let isRight = Digest.with(
      id: row.id, session: try verifier.uid(of: session), kind: row.kind,
      kindVersion: row.kindVersion, at: row.at, basis: row.basis, recordedAt: row.recordedAt,
      ticks: row.ticks, clock: try verifier.clock(row.clock, at: row.position),
      source: statement.utf8(12), data: row.data
    ) { digest in statement.withBlob(13) { $0.elementsEqual(digest) } }
    guard isRight else { throw LogError.damaged(position: row.position, .digest) }
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
  private let mostWaiting: Int
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
  init?(
    _ reader: RowReader, mostWaiting: Int = ReadAhead.mostWaiting,
    _ append: @escaping AppendElement
  ) {
    self.reader = reader
    self.mostWaiting = mostWaiting
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
    while batches.count >= mostWaiting, !isCancelled { pthread_cond_wait(changed, mutex) }
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
  /// The fold of a race places a ninth of its crossings at a time, and takes no batch meanwhile: with
  /// 32 batches the thread waited for it, 60 ms at 530,000 crossings.
  static let mostWaiting = 128
}
