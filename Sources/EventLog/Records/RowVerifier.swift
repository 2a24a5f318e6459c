import CSodium
import Text

/// Verifies the rows of a session by their digests: the first ones at once, the others in another
/// thread, while the caller goes on.
///
/// The caller may use rows before they are verified, but no result of them before ``finish()``, which
/// it calls in any case. Of several faults, the one of the first row is thrown.
struct RowVerifier: ~Copyable {
  private let uid: EventID
  private var clocks: DigestVerifier
  /// The clock of the last row, and the part of a message that it makes.
  private var clock: (id: ClockID, message: [UInt8])?
  private var batch = MessageBatch()
  private var thread: DigestThread?
  private var count = 0

  /// The number of rows that are verified at once: a thread pays for itself after that many.
  static let mostAtOnce = 4096

  init(of session: Int, in log: EventLog) throws {
    clocks = DigestVerifier(of: log)
    uid = try clocks.uid(of: session)
  }

  /// Verifies a row of the session, or begins to.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - source: its source, in UTF-8.
  ///   - digest: its digest as stored.
  /// - Throws: `LogError.damaged` for this row or an earlier one; `DatabaseError`.
  mutating func verify(
    _ row: FoldedRow, source: UnsafeBufferPointer<UInt8>, digest: UnsafeRawBufferPointer
  ) throws {
    guard digest.count == Digest.length else {
      throw LogError.damaged(position: row.position, .digest)
    }
    if clock?.id != row.clock {
      let identity = try clocks.clock(row.clock, at: row.position)
      clock = (row.clock, Digest.message(of: identity))
    }
    let clock = clock?.message ?? []
    batch.add(row, source: source, of: uid, by: clock, digest)
    count += 1
    if count <= Self.mostAtOnce {
      defer { batch.removeAll() }
      return try batch.verify()
    }
    guard batch.isFull else { return }
    if thread == nil {
      // Otherwise the library computes digests without the instructions of this processor.
      _ = sodium_init()
      thread = DigestThread()
    }
    guard let thread else {
      defer { batch.removeAll() }
      return try batch.verify()
    }
    batch = try thread.exchange(batch)
  }

  /// Verifies the rest, and ends the thread.
  ///
  /// - Throws: `LogError.damaged` for the first row that is not the appended one.
  consuming func finish() throws(LogError) {
    try thread?.finish()
    try batch.verify()
  }
}
