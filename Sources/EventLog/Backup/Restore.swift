import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Replaces this log with a copy of another, and returns the names of the replaced files, which
  /// are kept beside it.
  ///
  /// The copy is created and verified first. From then on no process can append to either log until
  /// the new one is in place, with the owner and permissions of the old one: the function holds the
  /// writer's lock of the old log and an exclusive lock on the new one. So the kept files contain
  /// every event whose command was answered. Processes with the old log open get `LogError.moved`
  /// at the next append and at the next check.
  ///
  /// The kept files are the existing ones, even if they are damaged or not a log, including a
  /// write-ahead file or a journal beside the log.
  ///
  /// `flaw` examines the copy before it gets its name, and returns its fault, if any. After an
  /// error nothing has changed, except with `unsynced`.
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
    let made = try makeFolders(above: place)
    place = resolvingFolder(of: place)
    do {
      let draft = try draft(
        of: source, named: name, beside: place, adding: 0o600, isInterrupted: isInterrupted,
        flaw: flaw)
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
    for suffix in ["-journal", "-wal"] { _ = finishInterruptedRestore(leaving: place + suffix) }
    let lock = try lockFolder(folder)
    defer { lock.hold() }
    removeNamesOfInterruptedRestore(of: place)
    let writer = try lockWriters(of: place)
    defer { writer?.rollBack() }
    let copy = try connection(to: draft.path)
    try copy.configure()
    try copy.execute("BEGIN EXCLUSIVE")
    defer { copy.rollBack() }
    var kept = try keep(place, stamp)
    do {
      // The kept files have their new names durably before any file loses its old name.
      try disk.sync(folder)
      // Without a kept log, nothing would show later that these files are not those of the copy.
      if !kept.files.contains(kept.base) { try moveCompanions(of: place, &kept) }
      try draft.rename(to: place, replacing: FileStatus(place) != nil)
    } catch {
      for file in kept.files { try? putBack(file, place + file.dropFirst(kept.base.utf8.count)) }
      throw error
    }
    do {
      // The old log under its new name would be incomplete without its write-ahead file.
      try disk.sync(folder)
      try moveCompanions(of: place, &kept)
    } catch {
      throw BackupError.unsynced(error)
    }
    Doorbell(ofLog: place, disk: disk).ring()
    return kept.files
  }

  private func moveCompanions(
    of place: String, _ kept: inout (base: String, files: [String])
  ) throws(SystemError) {
    // First the index: a program that has the old log open uses it further, and the new log must
    // never be read by it.
    if FileStatus(place + "-shm", followingLink: false) != nil {
      try disk.rename(place + "-shm", kept.base + "-shm")
      kept.files.append(kept.base + "-shm")
    }
    for suffix in ["-wal", "-journal"] { try disk.remove(place + suffix) }
    try disk.sync(folder(of: place))
  }

  /// Prevents all other connections from appending to the log at a place.
  ///
  /// Returns nil if no process can append: there is no log, or it is damaged.
  private func lockWriters(of place: String) throws(OpeningError) -> Connection? {
    guard let status = FileStatus(place), status.size > 0 else { return nil }
    let connection: Connection
    do {
      connection = try self.connection(to: place)
      try connection.configure()
      try connection.execute("BEGIN IMMEDIATE")
    } catch {
      if error.isBusy { throw .locked(path: path) }
      guard error.isDamage else { throw .failed(path: path, error) }
      return nil
    }
    guard !connection.hasMoved else { throw .exchanged(path: path) }
    return connection
  }

  /// Gives the files at a place second names, under which they are kept.
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

  /// Removes the second name of a file, or moves the file back if it has no other name.
  ///
  /// If another file has its place, a rename that reported an error has succeeded: the only name
  /// of the old file then stays.
  private func putBack(_ kept: String, _ place: String) throws(SystemError) {
    if FileStatus(place, followingLink: false) == nil {
      try disk.renameAsNew(kept, place)
    } else if isTwin(kept, place) {
      try disk.remove(kept)
    }
  }
}

/// The result of replacing a log with a copy.
public struct RestoreReport: Hashable, Sendable {
  /// The number of events of the new log.
  public let events: Int
  /// The current names of the replaced files.
  public let kept: [String]
}

extension EventLog {
  /// Replaces another log with a copy of this one, and keeps the replaced files beside it.
  ///
  /// The copy is verified as by `backUp`. Processes with the other log open find it moved at the
  /// next append and at the next check. No event whose command was answered is lost: the kept files
  /// contain it.
  ///
  /// `stamp` is a time in UTC as `YYYYMMDDTHHMMSSZ`, the suffix for the names of the kept files: an
  /// interrupted restore is recognized by it. After an error nothing has changed, except with
  /// `BackupError.unsynced`.
  package func restore(
    to log: LogFile, keepingAs stamp: String, isInterrupted: () -> Bool = { false }
  ) throws -> RestoreReport {
    guard let connection else { throw file.missingLog }
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
