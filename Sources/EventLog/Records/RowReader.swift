import CSodium
import SQLite
import Text

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
    guard digest.count == Digest.length else {
      throw LogError.damaged(position: row.position, .digest)
    }
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
    guard Digest.isDigest(digest, of: UnsafeRawBufferPointer(message)) else {
      throw LogError.damaged(position: row.position, .digest)
    }
  }
}
