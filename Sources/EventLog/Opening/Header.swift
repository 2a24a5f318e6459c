import SQLite

/// The first 100 bytes of a database file.
///
/// Offsets: fileformat2.html, "The Database Header".
struct Header {
  private let bytes: [UInt8]

  let fileSize: Int

  static let size = 100

  init(of connection: Connection) throws(DatabaseError) {
    let file = try connection.databaseFile()
    self.init(try file.bytes(Self.size, at: 0), fileSize: try file.size())
  }

  /// Creates a header from the first 100 bytes of a file.
  init(_ bytes: [UInt8], fileSize: Int) {
    self.bytes = bytes
    self.fileSize = fileSize
  }

  var isDatabase: Bool { bytes.starts(with: "SQLite format 3\u{0}".utf8) }

  /// The size of a page in bytes: the value 1 means 65,536.
  var pageSize: Int {
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    return size == 1 ? 65_536 : size
  }

  /// The number of pages that the file should have, as of the last checkpoint.
  var pages: Int { Int(number(at: 28)) }

  var isWriteAhead: Bool { bytes[18] == 2 && bytes[19] == 2 }

  /// The `user_version` as of the last checkpoint; the write-ahead log may have a newer one.
  var userVersion: Int32 { Int32(bitPattern: number(at: 60)) }

  var applicationID: UInt32 { number(at: 68) }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
