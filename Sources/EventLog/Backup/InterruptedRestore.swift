import Glibc
import SQLite

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

  /// Refuses a log beside a file of the log that an interrupted restore replaced.
  ///
  /// SQLite would play it into the log.
  func refuseReplaced(_ place: String) throws(OpeningError) {
    for suffix in ["-journal", "-wal"] {
      guard FileStatus(place + suffix, followingLink: false)?.links ?? 1 > 1,
        kept(place, suffix) != nil
      else { continue }
      throw .replaced(path: path, file: place + suffix)
    }
  }

  /// Finishes a restore that replaced the log, but did not move the files beside it away.
  ///
  /// The caller must not hold a lock on the folder. `file` is the journal or the write-ahead file
  /// that does not belong to the log. Returns whether it was kept under another name, and this
  /// process or another one has removed it.
  func finishInterruptedRestore(leaving file: String) -> Bool {
    guard let suffix = ["-journal", "-wal"].first(where: file.hasSuffix) else { return false }
    let place = String(file.dropLast(suffix.utf8.count))
    guard kept(place, suffix) != nil else { return false }
    do {
      let lock = try FolderLock(folder(of: place), timeout: busyTimeout)
      defer { lock.hold() }
      // The previous holder of the lock may have finished it.
      guard let base = kept(place, suffix) else { return true }
      if FileStatus(place + "-shm", followingLink: false) != nil {
        // Processes with the old log open continue to use it.
        try disk.rename(place + "-shm", base + "-shm")
      }
      try disk.remove(place + suffix)
      try disk.sync(folder(of: place))
      return true
    } catch {
      // Without permission for the folder, the file stays and is refused.
      return false
    }
  }

  /// Returns the name under which a file beside the log is kept for a replaced log.
  ///
  /// A restore replaces the log once its second name is durable. Before, a power cut may keep the
  /// second name of the write-ahead file alone, which is still that of the log.
  private func kept(_ place: String, _ suffix: String) -> String? {
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
    let ends = ends(ofNamesIn: folder(of: place), beginning: fileName(of: place))
    return Set(ends.compactMap(stamp)).sorted().map { place + $0 }
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
