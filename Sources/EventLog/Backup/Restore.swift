import Glibc
import SQLite

extension EventLog {
  /// Replaces another log with a copy of this one, and keeps the replaced files beside it.
  ///
  /// The copy is created and verified first, as by `backUp`. From then on no process can append to
  /// either log until the new one is in place, with the owner and permissions of the old one: the
  /// function holds the writer's lock of the old log and an exclusive lock on the new one. So the
  /// kept files contain every event whose command was answered. Processes with the old log open get
  /// `LogError.moved` at the next append and at the next check.
  ///
  /// The kept files are the existing ones, even if they are damaged or not a log, including a
  /// write-ahead file or a journal beside the log. `stamp` is a time in UTC as `YYYYMMDDTHHMMSSZ`,
  /// the suffix for their names: an interrupted restore is recognized by it.
  ///
  /// After an error nothing has changed, except with `BackupError.unsynced`. It returns the number
  /// of events of the new log, and the current names of the replaced files.
  package func restore(
    to log: LogFile, keepingAs stamp: String, isInterrupted: () -> Bool = { false }
  ) throws -> (events: Int, kept: [String]) {
    let source = try connectionToCopy()
    var place = try log.resolve().path
    let isLog = FileStatus(place).map { FileStatus(source.path)?.isSameFile(as: $0) == true }
    if isLog == true || Draft.companions.contains(where: { place + $0 == source.path }) {
      throw BackupError.isTheLog(path: source.path)
    }
    let made = try log.makeFolders(above: place)
    place = resolvingFolder(of: place)
    do {
      let (draft, events) = try draft(
        of: source, beside: place, on: log, adding: 0o600, isInterrupted)
      do {
        return (events, try log.exchange(draft, place, keepingAs: stamp))
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
}

extension LogFile {
  /// Replaces the log at a place with a draft, and returns the names of the replaced files.
  fileprivate func exchange(
    _ draft: Draft, _ place: String, keepingAs stamp: String
  ) throws -> [String] {
    let folder = folder(of: place)
    finishInterruptedRestore(of: place)
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
    do {
      let connection = try connection(to: place)
      try connection.configure()
      try connection.execute("BEGIN IMMEDIATE")
      return connection
    } catch {
      if error.isBusy { throw .locked(path: path) }
      guard error.isDamage else { throw .failed(path: path, error) }
      return nil
    }
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

/// Cleanup after a restore that was killed or lost its power.
///
/// A kept file has two names for a while. The program recognizes the files by both names leading to
/// the same file, so that removing one of them loses nothing.
extension LogFile {
  /// Removes the second names of a log's files after a restore that did not replace the log.
  ///
  /// The lock on the folder must be held.
  func removeNamesOfInterruptedRestore(of place: String) {
    for base in keptNames(of: place) {
      let isLog = isTwin(base, place)
      guard isLog || FileStatus(base, followingLink: false) == nil else { continue }
      // SQLite removes the log's own file after it moved all of it into the log, so it may be
      // missing.
      for suffix in ["-wal", "-journal"]
      where isLog || isTwin(base + suffix, place + suffix) {
        try? disk.remove(base + suffix)
      }
      if isLog { try? disk.remove(base) }
    }
  }

  /// Finishes a restore that replaced the log, but did not move the files beside it away.
  ///
  /// The caller must not hold a lock on the folder.
  func finishInterruptedRestore(of place: String) {
    let suffixes = ["-journal", "-wal"]
    guard suffixes.contains(where: { kept(place, $0) != nil }) else { return }
    do {
      let lock = try FolderLock(folder(of: place), timeout: busyTimeout)
      defer { lock.hold() }
      for suffix in suffixes {
        // The previous holder of the lock may have finished it.
        guard let base = kept(place, suffix) else { continue }
        if FileStatus(place + "-shm", followingLink: false) != nil {
          // Processes with the old log open continue to use it.
          try disk.rename(place + "-shm", base + "-shm")
        }
        try disk.remove(place + suffix)
        try disk.sync(folder(of: place))
      }
    } catch {
      // Without permission for the folder, the file stays and is refused.
    }
  }

  /// Returns the name under which a file beside the log is kept for a replaced log.
  ///
  /// A restore replaces the log once its second name is durable. Before, a power cut may keep the
  /// second name of the write-ahead file alone, which is still that of the log.
  func kept(_ place: String, _ suffix: String) -> String? {
    keptNames(of: place).first { base in
      isTwin(base + suffix, place + suffix) && FileStatus(base, followingLink: false) != nil
        && !isTwin(base, place)
    }
  }

  func isTwin(_ kept: String, _ file: String) -> Bool {
    guard let one = FileStatus(kept, followingLink: false),
      let other = FileStatus(file, followingLink: false)
    else { return false }
    return one.isFile && one.isSameFile(as: other)
  }

  /// Returns the names of kept logs in the folder: the name of the log with a stamp, as `keep`
  /// writes it.
  private func keptNames(of place: String) -> [String] {
    let beginning = fileName(of: place).utf8
    let stamps = names(inFolder: folder(of: place)).compactMap { name -> Substring? in
      guard name.utf8.starts(with: beginning) else { return nil }
      return stamp(of: String(decoding: name.utf8.dropFirst(beginning.count), as: UTF8.self))
    }
    return Set(stamps).sorted().map { place + $0 }
  }

  /// Returns the stamp at the end of a kept file's name, such as `-20261121T100000Z-2`; nil for any
  /// other.
  private func stamp(of end: String) -> Substring? {
    let suffix = Draft.companions.first(where: end.hasSuffix) ?? ""
    let stamp = end.dropLast(suffix.count)
    let shape = "-00000000T000000Z".utf8
    let bytes = Array(stamp.utf8)
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    guard bytes.count >= shape.count,
      zip(shape, bytes).allSatisfy({ $0 == 0x30 ? isDigit($1) : $0 == $1 })
    else { return nil }
    let number = bytes.dropFirst(shape.count)
    let isNumbered = (2...10).contains(number.count) && number.first == 0x2D
    return number.isEmpty || isNumbered && number.dropFirst().allSatisfy(isDigit) ? stamp : nil
  }
}
