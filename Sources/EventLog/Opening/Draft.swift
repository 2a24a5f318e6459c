import SQLite

/// A database that is built under a temporary name beside its place, and renamed when complete.
///
/// The draft of a process that was killed stays, and does no harm.
struct Draft {
  let path: String
  private let disk: Disk

  /// The suffixes of files that SQLite may create beside a database.
  static let companions = ["-journal", "-wal", "-shm"]

  private static let mark = "-new-"

  /// Returns the end of a name that is almost certainly unused.
  static func suffix() -> String {
    mark + String((0..<16).compactMap { _ in "0123456789abcdef".randomElement() })
  }

  /// Creates an empty draft beside `place`; after an error no file is left.
  init(beside place: String, disk: Disk) throws(SystemError) {
    path = place + Self.suffix()
    self.disk = disk
    try disk.makeFile(path)
  }

  static func isDraft(_ path: String) -> Bool { fileName(of: path).contains(mark) }

  /// Gives the complete draft its name; unless replacing, it throws `EEXIST` for a name in use.
  func rename(to place: String, replacing: Bool) throws(SystemError) {
    try replacing ? disk.rename(path, place) : disk.renameAsNew(path, place)
  }

  func discard() {
    for suffix in Self.companions + [""] { try? disk.remove(path + suffix) }
  }
}
