/// The state of a database file and its write-ahead file before they were copied.
package struct CopiedFiles {
  /// The path of the database.
  package let path: String
  private let database: FileStatus
  private let writeAheadFile: FileStatus?

  /// Reads the present state of the files; nil if there is no database at the path.
  package init?(_ path: String) {
    guard let database = FileStatus(path) else { return nil }
    self.path = path
    self.database = database
    writeAheadFile = FileStatus(path + "-wal")
  }

  /// Whether the database is no longer at its path, which may have another file or none.
  package var haveMoved: Bool {
    FileStatus(path).map { !$0.isSameFile(as: database) } ?? true
  }

  /// Whether one of the files was written, replaced, created or removed since then.
  package var haveChanged: Bool {
    guard FileStatus(path)?.isUnchanged(since: database) == true else { return true }
    let now = FileStatus(path + "-wal")
    guard let writeAheadFile else { return now != nil }
    return now?.isUnchanged(since: writeAheadFile) != true
  }
}
