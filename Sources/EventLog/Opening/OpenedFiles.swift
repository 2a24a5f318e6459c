import Glibc
import SQLite

extension LogFile {
  /// Requires that the files that SQLite has opened are the examined ones, and still have the names.
  ///
  /// Call it when SQLite has read the log for the first time: it has then opened all of them.
  ///
  /// - Parameters:
  ///   - connection: the connection.
  ///   - examined: the identity of the write-ahead file that was examined; nil if SQLite reads nothing
  ///     from it.
  /// - Throws: `exchanged`, also if another connection has begun a new round of the write-ahead file
  ///   since it was examined; `failed` if it cannot be read.
  func requireExamined(
    _ connection: Connection, _ examined: WriteAheadFile.Identity?
  ) throws(OpeningError) {
    let opened: [UInt8]?
    do {
      opened = try connection.openWriteAheadHeader()
    } catch {
      throw .failed(path: path, error)
    }
    let isExamined = opened.flatMap { WriteAheadFile.Identity($0) } == examined
    // In a log that is not in write-ahead mode yet, SQLite has opened neither of them.
    let areNamed =
      opened == nil
      || ["-wal", "-shm"].allSatisfy { isOpenFile(connection.path + $0) }
    guard isExamined, areNamed, !connection.hasMoved else { throw .exchanged(path: path) }
  }
}

/// Whether this process has the file at a path open.
///
/// SQLite does not tell which files it has opened beside a database. Closing a descriptor that this
/// function opened would release SQLite's locks on the file, so it opens none.
private func isOpenFile(_ path: String) -> Bool {
  guard let file = FileStatus(path, followingLink: false) else { return false }
  // Descriptors are given from 0 on, so those of a new connection are mostly among the first ones.
  let count = min(max(sysconf(Int32(_SC_OPEN_MAX)), 256), 65_536)
  for descriptor in 0..<Int32(count) {
    if FileStatus(of: descriptor)?.isSameFile(as: file) == true { return true }
  }
  return false
}
