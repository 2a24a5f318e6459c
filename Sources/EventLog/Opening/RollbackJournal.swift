import Glibc
import SQLite

/// A rollback journal beside a database, read without SQLite.
///
/// SQLite plays back any hot journal that it finds, and truncates the database to the size in the
/// journal. The format is that of fileformat2.html, "The Rollback Journal".
struct RollbackJournal {
  /// A page with its content before the transaction.
  private struct Record {
    let page: Int
    let content: ArraySlice<UInt8>
  }

  private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

  /// The maximum number of records that are read.
  private static let mostRecords = 4096

  private let pageSize: Int
  /// The number of pages of the database before the transaction.
  private let pages: Int
  private let records: [Record]

  /// Reads the journal at a path; nil if SQLite would play back nothing from it.
  init?(_ path: String) {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: 28)
    guard FileStatus(of: file)?.isFile == true, pread(file, &header, 28, 0) == 28,
      header.starts(with: Self.magic)
    else { return nil }
    pages = header.number(at: 16)
    pageSize = header.number(at: 24)
    records = Self.records(file, header)
  }

  /// Reads the records after the first header, up to an incomplete one.
  private static func records(_ file: Int32, _ header: [UInt8]) -> [Record] {
    let (count, nonce) = (header.number(at: 8), header.number(at: 12))
    let (sectorSize, pageSize) = (header.number(at: 20), header.number(at: 24))
    guard (512...65_536).contains(pageSize), (28...65_536).contains(sectorSize) else { return [] }
    // A count of 0, which was not written yet, or of -1 means all complete records.
    let most = count == 0 || count == 0xffff_ffff ? mostRecords : min(count, mostRecords)
    var records: [Record] = []
    var bytes = [UInt8](repeating: 0, count: pageSize + 8)
    while records.count < most {
      let offset = off_t(sectorSize + records.count * bytes.count)
      guard pread(file, &bytes, bytes.count, offset) == bytes.count else { break }
      let content = bytes[4..<4 + pageSize]
      let sum = stride(from: pageSize - 200, to: 0, by: -200).reduce(nonce) {
        ($0 + Int(content[4 + $1])) & 0xffff_ffff
      }
      guard bytes.number(at: 0) > 0, bytes.number(at: 4 + pageSize) == sum else { break }
      records.append(Record(page: bytes.number(at: 0), content: content))
    }
    return records
  }

  /// Whether the journal cannot be that of the database.
  ///
  /// This program uses journals only to switch a log to write-ahead mode: such a journal has only
  /// the first page. Other programs may change a log that is not in that mode yet. Then some of the
  /// pages are still the same as in the journal, or the counter on the first page is at most one
  /// behind.
  ///
  /// - Parameters:
  ///   - header: the header of the database.
  ///   - read: reads a page of the database.
  /// - Returns: whether playing it back would damage the database.
  /// - Throws: the errors of `read`.
  func isForeign(
    to header: Header, _ read: (Int) throws(DatabaseError) -> [UInt8]
  ) throws(DatabaseError) -> Bool {
    guard header.pageSize == pageSize else { return true }
    let first = records.first { $0.page == 1 }.map {
      Header(Array($0.content.prefix(Header.size)), fileSize: 0)
    }
    if let first, first.applicationID != header.applicationID { return true }
    guard records.contains(where: { $0.page != 1 }) else {
      return pages != header.fileSize / pageSize
    }
    if header.isWriteAhead { return true }
    if let first {
      return ![0, 1].contains(Int(header.changeCounter) - Int(first.changeCounter))
    }
    for record in records where record.page <= header.fileSize / pageSize {
      if try read(record.page).elementsEqual(record.content) { return false }
    }
    return true
  }
}

extension LogFile {
  /// Whether SQLite would play the journal of another database back into the log.
  ///
  /// - Parameters:
  ///   - connection: a connection to the log that has read nothing yet.
  ///   - header: the header of its file.
  /// - Returns: whether SQLite must not see the journal.
  /// - Throws: the error of SQLite if the log cannot be read.
  func hasForeignJournal(
    _ connection: Connection, _ header: Header
  ) throws(DatabaseError) -> Bool {
    guard let journal = RollbackJournal(connection.path + "-journal") else { return false }
    return try journal.isForeign(to: header) { page throws(DatabaseError) in
      try connection.bytes(header.pageSize, at: (page - 1) * header.pageSize)
    }
  }

  /// Refuses a log with the journal of another database beside it, before SQLite reads anything.
  ///
  /// - Throws: `foreignJournal`; `failed` if the log cannot be read.
  func refuseForeignJournal(
    _ connection: Connection, _ header: Header
  ) throws(OpeningError) {
    do {
      guard try hasForeignJournal(connection, header) else { return }
    } catch {
      throw .failed(path: path, error)
    }
    throw .foreignJournal(path: path, file: connection.path + "-journal")
  }
}

extension Collection<UInt8> where Index == Int {
  /// Returns the number in four bytes, the most significant first.
  func number(at offset: Int) -> Int {
    self[(startIndex + offset)..<(startIndex + offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
