import CSQLite
import SQLite

extension LogFile {
  /// Opens a copy of a log in memory, for a log that can be read but whose index cannot be created.
  ///
  /// Other processes may write to the log meanwhile, so that SQLite must not read the files without
  /// an index (`immutable` in uri.html). The copy is that of one moment, without any lock that
  /// delays a writer:
  ///
  /// - The write-ahead file is copied after the database. A checkpoint that changes the database
  ///   meanwhile only writes pages that are also in the write-ahead file.
  /// - The write-ahead file is the same at the end, in the same round. A round begins only if the
  ///   database has all pages of the one before.
  /// - The shared lock of the database prevents that the write-ahead file is removed meanwhile, and
  ///   that a program writes without one.
  ///
  /// - Parameters:
  ///   - resolved: the path of the log, without links.
  ///   - schema: the schema of a log.
  ///   - reason: the error if a journal has to be played back first.
  /// - Returns: a connection to the copy, which never changes.
  /// - Throws: the reason; `locked` if other processes changed the log during each try.
  func openCopyInMemory(
    of resolved: String, _ schema: Schema, because reason: OpeningError
  ) throws(OpeningError) -> Connection {
    let busyHandler = BusyHandler(timeout: busyTimeout)
    var tries: Int32 = 0
    while true {
      let original = try connect(resolved, SQLITE_OPEN_READONLY)
      do throws(OpeningError) {
        if let copy = try copyInMemory(of: original, schema, because: reason) { return copy }
      } catch {
        // The error may be that of two logs taken for one.
        throw original.hasMoved ? .exchanged(path: path) : error
      }
      guard busyHandler.nap(after: tries) == 1 else { throw .locked(path: path) }
      tries += 1
    }
  }

  /// Returns a connection to a copy; nil if the log changed meanwhile.
  private func copyInMemory(
    of original: Connection, _ schema: Schema, because reason: OpeningError
  ) throws(OpeningError) -> Connection? {
    guard let files = CopiedFiles(original.path) else { throw .exchanged(path: path) }
    let header = try examine(original, schema)
    try refuseForeignJournal(original, header)
    guard RollbackJournal(original.path + "-journal") == nil else { throw reason }
    let identity = try refuseForeignWriteAheadFile(original, header, schema)
    do {
      guard let image = try original.whileSharing({ try original.image(header, identity, files) })
      else { return nil }
      guard !original.hasMoved else { throw OpeningError.exchanged(path: path) }
      let copy = try Connection(copy: image, of: files, busyTimeout: busyTimeout)
      try copy.configure()
      try copy.execute("PRAGMA query_only = ON")
      let version = try copy.number(ofPragma: "user_version")
      if version == schema.version { return copy }
      throw version > schema.version
        ? OpeningError.newer(path: path, version: version, known: schema.version)
        : .older(path: path, version: version, known: schema.version)
    } catch let error as OpeningError {
      throw error
    } catch let error as DatabaseError {
      throw explain(error, header, original.path)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
  }
}

extension Connection {
  /// Copies the database with the transactions of its write-ahead file.
  ///
  /// - Parameters:
  ///   - header: the header of the database.
  ///   - identity: the identity of the write-ahead file; nil if SQLite reads nothing from it.
  ///   - files: the state of the files before.
  /// - Returns: the copy; nil if another process changed the files in a way that spoils it.
  /// - Throws: `DatabaseError`.
  fileprivate func image(
    _ header: Header, _ identity: WriteAheadFile.Identity?, _ files: CopiedFiles
  ) throws -> DatabaseImage? {
    let (pageSize, size) = (header.pageSize, try fileSize())
    var image = try DatabaseImage(count: size)
    let bytes = image.bytes
    try forEachChunk(upTo: size) { chunk, offset in
      UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyBytes(from: chunk)
    }
    guard let file = WriteAheadFile(path + "-wal") else {
      guard identity == nil, !files.haveChanged else { return nil }
      return image
    }
    guard file.identity == identity, file.pageSize == pageSize else { return nil }
    var failure: DatabaseError?
    file.forEachTransaction { frames in
      guard failure == nil, let pages = frames.last?.pagesAfterCommit else { return }
      do throws(DatabaseError) {
        if image.count != pages * pageSize { try image.resize(to: pages * pageSize) }
      } catch {
        failure = error
        return
      }
      for frame in frames where frame.page <= pages {
        let page = image.bytes[((frame.page - 1) * pageSize)...]
        UnsafeMutableRawBufferPointer(rebasing: page).copyBytes(from: frame.content)
      }
    }
    if let failure { throw failure }
    guard file.isUnchanged else { return nil }
    return image
  }
}
