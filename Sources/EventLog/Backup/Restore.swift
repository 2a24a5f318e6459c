import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Puts a copy of a log in the place of this one, and keeps what was there beside it.
  ///
  /// The copy is made and proven first. From then on nobody can append to either log until the new
  /// one is in place: the writer's lock of the one and an exclusive lock on the other are held. So
  /// each event whose command answered is in what is kept. Who has the old log open finds it moved
  /// at the next append, and at the next look (`LogError.moved`).
  ///
  /// What is kept is what was there, be it damaged or no log at all, with the write-ahead file or
  /// the journal that lay beside it.
  ///
  /// - Parameters:
  ///   - source: a connection to the log that is copied, at rest.
  ///   - name: the path of that log, as the user gave it.
  ///   - stamp: what the kept files have behind their names.
  ///   - isInterrupted: asked now and then until the copy is proven; `true` ends it.
  ///   - flaw: looks at the copy before it gets its name, and tells what is wrong with it, if
  ///     anything is.
  /// - Returns: the files that were kept; none if there were none.
  /// - Throws: `BackupError` or `OpeningError`; nothing has changed then, but for `unsynced`.
  func restore(
    _ source: Connection, named name: String, keepingAs stamp: String,
    isInterrupted: () -> Bool,
    flaw: (Connection) throws -> String?
  ) throws -> [String] {
    var place =
      switch try resolve() {
      case .nothing(let path), .file(let path): path
      }
    let companions = Draft.companions.map { place + $0 }
    if let log = FileStatus(place), FileStatus(source.path)?.isSameFile(as: log) == true {
      throw BackupError.isTheLog(path: source.path)
    }
    guard !companions.contains(source.path) else { throw BackupError.isTheLog(path: source.path) }
    if let name = NetworkFileSystem.name(of: nearestFolder(to: folder(of: place)), on: disk) {
      throw OpeningError.networkFileSystem(path: path, name: name)
    }
    let made: [String]
    do {
      made = try disk.makeFolders(folder(of: place))
    } catch {
      throw cannotMake(error)
    }
    if let folder = realPath(folder(of: place)) {
      place = (folder == "/" ? "" : folder) + "/" + fileName(of: place)
    }
    do {
      let draft = try draft(
        of: source, named: name, beside: place, isInterrupted: isInterrupted, flaw: flaw)
      do {
        return try exchange(draft, place, keepingAs: stamp)
      } catch {
        draft.discard()
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

  private func exchange(
    _ draft: borrowing Draft, _ place: String, keepingAs stamp: String
  ) throws -> [String] {
    let folder = folder(of: place)
    let lock = try lockFolder(folder)
    defer { lock.hold() }
    removeNamesOfInterruptedRestore(of: place)
    let writer = try lockWriters(of: place)
    defer { writer?.rollBack() }
    let copy = try Connection(
      path: draft.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, vfs: vfs,
      busyTimeout: .zero)
    try copy.execute("BEGIN EXCLUSIVE")
    defer { copy.rollBack() }
    var kept = try keep(place, stamp)
    do {
      // What is kept has its names for good before anything loses its own.
      try disk.sync(folder)
      try FileStatus(place) == nil
        ? disk.renameAsNew(draft.path, place) : disk.rename(draft.path, place)
    } catch {
      for file in kept.files { try? putBack(file, place + file.dropFirst(kept.base.utf8.count)) }
      throw error
    }
    do {
      // The old log under its name without its write-ahead file would lack what that has.
      try disk.sync(folder)
      for suffix in ["-wal", "-journal"] { try disk.remove(place + suffix) }
      if FileStatus(place + "-shm", followingLink: false) != nil {
        // Who has the old log open goes on using it.
        try disk.rename(place + "-shm", kept.base + "-shm")
        kept.files.append(kept.base + "-shm")
      }
      try disk.sync(folder)
    } catch {
      throw BackupError.unsynced(error)
    }
    Doorbell(ofLog: place, disk: disk).ring()
    return kept.files
  }

  /// Keeps all others from appending to the log in a place; nil if nobody can, since there is none.
  private func lockWriters(of place: String) throws(OpeningError) -> Connection? {
    guard let status = FileStatus(place), status.size > 0 else { return nil }
    do {
      let connection = try Connection(
        path: place, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, vfs: vfs,
        busyTimeout: busyTimeout)
      try connection.configure()
      // SQLite would play it back into the log, which is to be kept as it is.
      if try hasForeignJournal(connection, Header(of: connection)) { return nil }
      try connection.execute("BEGIN IMMEDIATE")
      return connection
    } catch {
      if error.isBusy { throw .locked(path: path) }
      guard error.isDamage else { throw .failed(path: path, error) }
      return nil
    }
  }

  /// Gives what lies in a place second names, under which it stays.
  private func keep(
    _ place: String, _ stamp: String
  ) throws(SystemError) -> (base: String, files: [String]) {
    let suffixes = ["", "-wal", "-journal"].filter { suffix in
      FileStatus(place + suffix, followingLink: false).map { $0.size > 0 } ?? false
    }
    var base = "\(place)-\(stamp)"
    var number = 1
    while ([""] + Draft.companions).contains(where: {
      FileStatus(base + $0, followingLink: false) != nil
    }) {
      number += 1
      base = "\(place)-\(stamp)-\(number)"
    }
    var files: [String] = []
    do {
      for suffix in suffixes {
        try disk.keep(place + suffix, base + suffix)
        files.append(base + suffix)
      }
    } catch {
      for file in files { try? putBack(file, place + file.dropFirst(base.utf8.count)) }
      throw error
    }
    return (base, files)
  }

  /// Takes a second name back, or the only one where it has no other.
  private func putBack(_ kept: String, _ place: String) throws(SystemError) {
    if FileStatus(place, followingLink: false) == nil {
      try disk.renameAsNew(kept, place)
    } else {
      try disk.remove(kept)
    }
  }
}

/// What became of a log that a copy was put in the place of.
public struct RestoreReport: Hashable, Sendable {
  /// How many events the log has now.
  public let events: Int
  /// The files that were there before, under the names that they have now.
  public let kept: [String]
}

extension EventLog {
  /// Puts a copy of this log in the place of another one, and keeps what was there beside it.
  ///
  /// The copy is proven as by `backUp`. Who has the other log open finds it moved at the next
  /// append, and at the next look; no event whose command answered is lost: it is in what is kept.
  ///
  /// - Parameters:
  ///   - log: the place; there need not be a log.
  ///   - stamp: what the kept files have behind their names, such as a date.
  ///   - isInterrupted: asked now and then; `true` ends it.
  /// - Returns: how many events the log has now, and what was kept.
  /// - Throws: `BackupError` or `OpeningError`; nothing has changed then, but for `unsynced`.
  /// - Complexity: O(n) in the events; memory for a few words for each session.
  package func restore(
    to log: LogFile, keepingAs stamp: String, isInterrupted: () -> Bool = { false }
  ) throws -> RestoreReport {
    guard let connection else { throw BackupError.noLog(path: file.path) }
    var events = 0
    let kept = try log.restore(
      connection, named: file.path, keepingAs: stamp, isInterrupted: isInterrupted
    ) {
      events = try EventLog(over: $0, like: self).newestPosition
      return try flaw(inCopy: $0, isInterrupted)
    }
    return RestoreReport(events: events, kept: kept)
  }
}
