import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Replaces this log with a copy of another, and returns the names of the replaced files, which
  /// are kept beside it.
  ///
  /// The copy is created and verified first, under the name of the kept log. Then no other process
  /// may have the log open, and its write-ahead log is checkpointed into the file, so that the log is
  /// one file, which exchanges its name with the copy at once. The copy gets the owner and
  /// permissions of the log. A process that is killed before that leaves the copy under the other
  /// name.
  ///
  /// A file that is damaged or not a log is kept as it is, with the write-ahead file or journal
  /// beside it.
  ///
  /// `flaw` examines the copy before it gets its name, and returns its fault, if any. After an
  /// error the log has the same events as before, except with `unsynced`.
  func restore(
    _ source: Connection, named name: String, keepingAs stamp: String,
    isInterrupted: () -> Bool,
    flaw: (Connection) throws -> String?
  ) throws -> [String] {
    var place = try resolve().path
    let isLog = FileStatus(place).map { FileStatus(source.path)?.isSameFile(as: $0) == true }
    if isLog == true || Draft.companions.contains(where: { place + $0 == source.path }) {
      throw BackupError.isTheLog(path: source.path)
    }
    let made = try makeFolders(above: place)
    place = resolvingFolder(of: place)
    do {
      let draft = try draft(
        of: source, named: name, beside: place, at: unusedName(for: place, stamp), adding: 0o600,
        isInterrupted: isInterrupted, flaw: flaw)
      do {
        return try exchange(draft, place)
      } catch {
        // Under any other name, it is the log now.
        if draft.hasItsName { try? disk.remove(draft.path) }
        throw error
      }
    } catch {
      Disk.removeFolders(made)
      switch error {
      case let error as SystemError: throw BackupError.system(error)
      case let error as DatabaseError: throw BackupError.failed(error)
      default: throw error
      }
    }
  }

  private func unusedName(for place: String, _ stamp: String) -> String {
    var name = "\(place)-\(stamp)"
    var number = 1
    while ([""] + Draft.companions).contains(where: {
      FileStatus(name + $0, followingLink: false) != nil
    }) {
      number += 1
      name = "\(place)-\(stamp)-\(number)"
    }
    return name
  }

  /// Exchanges the log with a draft, and returns the new names of its files.
  private func exchange(_ draft: Draft, _ place: String) throws -> [String] {
    let folder = folder(of: place)
    let lock = try lockFolder(folder)
    defer { lock.hold() }
    let log = try lockAlone(place)
    defer { log?.rollBack() }
    // Only a file that cannot be opened as a log still has files beside it.
    var suffixes = Draft.companions.filter { FileStatus(place + $0, followingLink: false) != nil }
    do {
      for suffix in suffixes { try disk.renameAsNew(place + suffix, draft.path + suffix) }
      // The write-ahead file of the log is durably gone before the copy has its place.
      try disk.sync(folder)
      if FileStatus(place) == nil {
        try disk.renameAsNew(draft.path, place)
      } else {
        try disk.exchange(draft.path, place)
        suffixes.insert("", at: 0)
      }
    } catch {
      for suffix in suffixes where draft.hasItsName {
        try? disk.renameAsNew(draft.path + suffix, place + suffix)
      }
      throw error
    }
    do {
      try disk.sync(folder)
    } catch {
      throw BackupError.unsynced(error)
    }
    Doorbell(ofLog: place, disk: disk).ring()
    return suffixes.map { draft.path + $0 }
  }

  /// Checkpoints the log at a place and excludes all other connections; throws `locked` if others
  /// are open past the timeout.
  ///
  /// Returns nil if no process can append: there is no log, or it is damaged or another file.
  private func lockAlone(_ place: String) throws(OpeningError) -> Connection? {
    guard let status = FileStatus(place), status.size > 0 else { return nil }
    do {
      let connection = try connection(to: place)
      // SQLite plays a write-ahead file also into a file that is not a database.
      let header = try Header(of: connection)
      guard header.isDatabase, header.fileSize >= Header.size else { return nil }
      try connection.configure()
      try connection.configureForWriting()
      // Leaving the write-ahead mode needs the only connection, and removes the write-ahead file.
      _ = try connection.setJournalMode("DELETE")
      try connection.execute("BEGIN EXCLUSIVE")
      return connection
    } catch {
      if error.isBusy { throw .locked(path: path) }
      guard error.isDamage else { throw .failed(path: path, error) }
      return nil
    }
  }
}

extension EventLog {
  /// Replaces another log with a copy of this one, and keeps the replaced files beside it.
  ///
  /// The copy is verified as by `backUp`. While another process has the other log open, it throws
  /// `OpeningError.locked`. No event whose command was answered is lost: the kept files contain it.
  ///
  /// `stamp` is the suffix for the names of the kept files. After an error the log has the same
  /// events as before, except with `BackupError.unsynced`. It returns the number of events of the new
  /// log, and the current names of the replaced files.
  package func restore(
    to log: LogFile, keepingAs stamp: String, isInterrupted: () -> Bool = { false }
  ) throws -> (events: Int, kept: [String]) {
    guard let connection else { throw file.missingLog }
    var events = 0
    let kept = try log.restore(
      connection, named: file.path, keepingAs: stamp, isInterrupted: isInterrupted
    ) {
      events = try EventLog(over: $0, like: self).newestPosition
      return try flaw(inCopy: $0, isInterrupted)
    }
    return (events, kept)
  }
}
