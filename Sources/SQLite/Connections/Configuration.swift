import CSQLite

extension Connection {
  /// Sets the options of every connection to a log, before anything is read.
  ///
  /// - No automatic checkpoints: none after a commit, and one at the last close only if
  ///   `checkpointingAtClose`.
  /// - `DEFENSIVE`: SQL cannot write to the file's own structure (c_dbconfig_defensive.html).
  /// - `TRUSTED_SCHEMA` off: the schema of a file from someone else calls no functions with side
  ///   effects (pragma.html#pragma_trusted_schema).
  /// - Foreign keys: an event has a clock that is in the log.
  /// - No memory map: an input/output error would be a signal, not an error code (mmap.html).
  package func configure(checkpointingAtClose: Bool = false) throws(DatabaseError) {
    try set(SQLITE_DBCONFIG_DEFENSIVE, true)
    try set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    try set(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    try set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !checkpointingAtClose)
    try handle.check(sqlite3_wal_autocheckpoint(handle.pointer, 0))
    var mapped: sqlite3_int64 = 0
    sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_MMAP_SIZE, &mapped)
  }

  /// Sets the options for reading the remains of a damaged file; the connection must be read-only.
  ///
  /// If a file is shorter than its header states, or its schema cannot be read to the end, SQLite
  /// opens it only with permission to write to the schema (`lockBtree` in btree.c, `sqlite3InitOne`
  /// in prepare.c), which DEFENSIVE forbids.
  package func tolerateCorruption() throws(DatabaseError) {
    func isReadable() throws(DatabaseError) -> Bool {
      do {
        _ = try prepare("SELECT 1 FROM events")
        return true
      } catch {
        // After this, any other error would be mistaken for damage.
        guard error.isDamage || error.code.primary == .error else { throw error }
        return false
      }
    }
    if try isReadable() { return }
    try set(SQLITE_DBCONFIG_DEFENSIVE, false)
    try set(SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)
    // "the current sqlite3_prepare() operation will fail, but the following one will attempt to
    // compile the supplied statement against whatever subset of the schema was loaded before the
    // error occurred" (prepare.c). Errors surface at the next query.
    _ = try isReadable()
  }

  /// Turns an option of the connection on or off (c_dbconfig_defensive.html).
  package func set(_ option: Int32, _ isOn: Bool) throws(DatabaseError) {
    try handle.check(csqlite_db_config_flag(handle.pointer, option, isOn ? 1 : 0, nil))
  }

  /// Sets whether this connection checkpoints if it is the last to close.
  package func checkpointAtClose(_ isWanted: Bool) throws(DatabaseError) {
    try set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !isWanted)
  }

  /// Sets the additional options of a connection that writes.
  ///
  /// - `synchronous = FULL`: in write-ahead mode, each commit is synced, and only this makes it
  ///   survive a power loss (pragma.html#pragma_synchronous).
  /// - `recursive_triggers`: otherwise INSERT OR REPLACE deletes rows without the DELETE triggers
  ///   (lang_conflict.html).
  /// - `ignore_check_constraints`: the log's are for other programs, since `insert` keeps them itself.
  ///   That of `basis`, a list of three, fills a temporary table for each event (`OpenEphemeral` in
  ///   EXPLAIN): a twentieth of the instructions of a recorded crossing.
  /// - `journal_size_limit`: after a large import, the write-ahead file releases its space.
  package func configureForWriting() throws(DatabaseError) {
    try execute(
      """
      PRAGMA synchronous = FULL; PRAGMA recursive_triggers = ON; PRAGMA cell_size_check = ON;
      PRAGMA ignore_check_constraints = ON; PRAGMA journal_size_limit = 8388608
      """)
  }

  /// Keeps up to 64 MiB of pages in memory, for a process that appends many events to a race.
  ///
  /// The default is 2 MB. The rows of a race with tens of thousands of runners are larger, and each
  /// crossing changes some of them: the pages would be read again for each batch of crossings.
  package func keepPages() throws(DatabaseError) {
    try execute("PRAGMA cache_size = -65536")
  }

  /// Keeps up to 16 MiB of changed pages in memory until they are committed, before a statement
  /// that changes many.
  ///
  /// Otherwise SQLite writes changed pages to the write-ahead log early, once they exceed its cache
  /// of 2 MB ("cache spill", pragma.html). If one of those is then written again, the commit reads
  /// all of them back, and computes their checksums again (`walRewriteChecksums` in wal.c).
  package func keepChangedPages() throws(DatabaseError) {
    try execute("PRAGMA cache_spill = 4096")
  }

  /// Switches the database to write-ahead mode, if it is not in that mode yet.
  ///
  /// Two connections may do so at once, since a restored log is in the mode of a backup. SQLite
  /// holds a shared lock by then and does not call the busy handler (`sqlite3BtreeSetVersion` in
  /// btree.c): both would wait for each other. Therefore the whole statement is repeated.
  ///
  /// If another connection holds a lock, `wait` is called before each further try; `false` ends the
  /// waiting. By default, it waits as for any lock.
  package func switchToWriteAheadMode(
    waiting wait: (() -> Bool)? = nil
  ) throws(DatabaseError) -> String {
    let busyHandler = BusyHandler(timeout: busyTimeout)
    while true {
      do {
        return try word(ofPragma: "journal_mode = WAL")
      } catch {
        guard error.isBusy, wait?() ?? busyHandler.wait() else { throw error }
      }
    }
  }

  package func number(ofPragma name: String) throws(DatabaseError) -> Int {
    Int(try cached("PRAGMA \(name)").first { $0.int(0) } ?? 0)
  }

  /// Reads, or sets and reads, a pragma that returns one word.
  package func word(ofPragma name: String) throws(DatabaseError) -> String {
    try prepare("PRAGMA \(name)").first { $0.text(0) } ?? ""
  }
}

extension Connection {
  /// Returns the faults in the structure of the file, in SQLite's words.
  ///
  /// SQLite reports an unreadable page as a finding ("unable to get the page"), and the pragma
  /// itself succeeds. Therefore the whole file is read, and checked again, before it is reported as
  /// damaged; input/output errors are thrown. The pragma is `integrity_check` or `quick_check`,
  /// with the largest number of findings, or with a table.
  package func structuralFlaws(_ pragma: String) throws -> [String] {
    if try words(ofCheck: pragma).isEmpty { return [] }
    for file in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] {
      try OpenFile(file, of: handle.pointer)?.forEachChunk { _ in }
    }
    return try words(ofCheck: pragma)
  }

  private func words(ofCheck pragma: String) throws(DatabaseError) -> [String] {
    let statement = try prepare("PRAGMA \(pragma)")
    var words: [String] = []
    while try statement.step() {
      // A row may contain several findings, below a line that names the database.
      words += statement.text(0).split(separator: "\n").map(String.init).filter {
        !$0.hasPrefix("*** in database ")
      }
    }
    // "If the integrity_check pragma finds no errors, a single row with the value 'ok' is returned"
    // (pragma.html#pragma_integrity_check).
    return words == ["ok"] ? [] : words
  }
}

/// SQLite's settings for the whole process.
package enum SQLiteLibrary {
  /// Disables the counting of memory in use, so that `QueryLimits.memory` has no effect.
  ///
  /// "The SQLITE_CONFIG_MEMSTATUS option … enables or disables the collection of memory allocation
  /// statistics. When … disabled, … sqlite3_hard_heap_limit64() … become non-operational"
  /// (c_config_covering_index_scan.html). The call has no effect once SQLite is in use.
  package static func stopCountingMemory() {
    _ = csqlite_config_memory_status(0)
  }
}
