import CSodium
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
  private var verifier: DigestVerifier

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
    // Otherwise the library computes digests without the instructions of this processor.
    if isVerifying { _ = sodium_init() }
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
    let digest = Digest.of(
      id: row.id, session: try verifier.uid(of: session), kind: row.kind,
      kindVersion: row.kindVersion, at: row.at, basis: row.basis, recordedAt: row.recordedAt,
      ticks: row.ticks, clock: try verifier.clock(row.clock, at: row.position),
      source: statement.utf8(12), data: row.data)
    guard statement.withBlob(13, { $0.elementsEqual(digest) }) else {
      throw LogError.damaged(position: row.position, .digest)
    }
  }
}
