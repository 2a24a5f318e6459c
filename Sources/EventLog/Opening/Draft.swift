import CSQLite
import Glibc
import SQLite

/// A database that is built under a temporary name beside its place, and renamed when complete.
struct Draft: ~Copyable {
  private let file: LockedName
  private let disk: Disk

  var path: String { file.path }

  /// The suffixes of files that SQLite may create beside a database.
  static let companions = ["-journal", "-wal", "-shm"]

  /// Creates an empty draft beside `place`; after an error no file is left.
  init(beside place: String, disk: Disk) throws(SystemError) {
    self.disk = disk
    file = try LockedName(beginning: place, make: disk.makeFile) { try? disk.remove($0) }
  }

  borrowing func shareOwner(of status: FileStatus, permissions: UInt32) {
    status.shareOwner(with: file.descriptor, permissions: permissions)
  }

  /// Gives the complete draft its name; unless replacing, it throws `EEXIST` for a name in use.
  borrowing func rename(to place: String, replacing: Bool) throws(SystemError) {
    try replacing ? disk.rename(path, place) : disk.renameAsNew(path, place)
  }

  /// Removes the draft, and the files of SQLite beside it.
  borrowing func discard() {
    // The draft is removed last: without it the owner of the other files cannot be proven.
    for suffix in Self.companions + [""] { try? disk.remove(path + suffix) }
  }
}

extension Draft {
  /// Removes abandoned drafts of `place`, and the files beside them.
  ///
  /// A file is removed only if its name is one that `DraftName` generates, it is a regular file of
  /// this user with no other name, and no process holds its lock. It must also be empty, begin with
  /// zeros as after a power failure, or begin as a database of this program. All other files stay,
  /// whatever their names. A draft that cannot be examined or removed stays as well, and does no
  /// harm.
  static func removeAbandoned(of place: String, applicationID: UInt32, disk: Disk) {
    for path in DraftName.paths(beginning: place) {
      removeIfAbandoned(path, applicationID, disk)
    }
  }

  private static func removeIfAbandoned(_ path: String, _ applicationID: UInt32, _ disk: Disk) {
    guard isOwn(path), let file = LockedName(abandoned: path, O_NONBLOCK) else { return }
    defer { file.hold() }
    var bytes = [UInt8](repeating: 0, count: Header.size)
    let count = pread(file.descriptor, &bytes, bytes.count, 0)
    let isProven =
      bytes.allSatisfy { $0 == 0 }
      || count == Header.size && Header(bytes, fileSize: count).isDatabase
        && Header(bytes, fileSize: count).applicationID == applicationID
    guard isProven, isOwn(path) else { return }
    for suffix in companions where isOwn(path + suffix) { try? disk.remove(path + suffix) }
    try? disk.remove(path)
  }

  static func isDraft(_ path: String) -> Bool {
    DraftName(suffix: String(decoding: path.utf8.suffix(21), as: UTF8.self)) != nil
  }

  /// Whether the path is a regular file of this user, with no other name.
  private static func isOwn(_ path: String) -> Bool {
    guard let status = FileStatus(path, followingLink: false) else { return false }
    return status.isFile && status.owner == geteuid() && status.links == 1
  }
}

/// A file or folder with a random name.
///
/// It is created under that name, and its creator holds a flock(2) lock on it while the creator
/// exists: one without a lock is abandoned.
struct LockedName: ~Copyable {
  let path: String
  let descriptor: Int32

  /// Creates a file or folder whose name begins like this; after an error nothing is left.
  ///
  /// `make` throws `EEXIST` for a name that is in use.
  init(
    beginning: String, _ flags: Int32 = 0, make: (String) throws(SystemError) -> Void,
    remove: (String) -> Void
  ) throws(SystemError) {
    for _ in 0..<16 {
      let path = beginning + DraftName.random().suffix
      do {
        try make(path)
      } catch {
        guard error.number == EEXIST else { throw error }
        continue
      }
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
      let number = errno
      // Between the two calls another process may have considered it abandoned and removed it.
      if descriptor >= 0, Self.locks(descriptor, path) {
        self.path = path
        self.descriptor = descriptor
        return
      }
      if descriptor >= 0 { close(descriptor) }
      guard descriptor >= 0 || number == ENOENT else {
        remove(path)
        throw SystemError(call: "open", path: path, number: number)
      }
    }
    throw SystemError(call: "open", path: beginning, number: EBUSY)
  }

  /// Locks a file or folder whose lock no process holds; nil if it is locked or missing.
  init?(abandoned path: String, _ flags: Int32) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
    guard descriptor >= 0 else { return nil }
    guard Self.locks(descriptor, path) else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
  }

  private static func locks(_ descriptor: Int32, _ path: String) -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let open = FileStatus(of: descriptor),
      let named = FileStatus(path, followingLink: false)
    else { return false }
    return open.isSameFile(as: named)
  }

  /// Keeps the lock alive up to the call.
  borrowing func hold() {}

  /// Releases the lock; the file or folder stays unchanged under its current name.
  ///
  /// Closing the descriptor is not enough: "the lock is released either by an explicit LOCK_UN
  /// operation on any of these duplicate file descriptors, or when all such file descriptors have
  /// been closed" (flock(2)). All connections to the file must be closed before: see `FileStatus`.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// The end of a draft's name: `-new-`, twelve random letters and digits, and four check characters.
///
/// The check characters are computed from the twelve, so that a name chosen by a person or another
/// program does not match.
struct DraftName: Hashable {
  /// The end of the name, from `-new-` on.
  let suffix: String

  private static let start = "-new-"
  private static let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

  /// Returns a random name, which is almost certainly unused.
  static func random() -> DraftName {
    var generator = SystemRandomNumberGenerator()
    return DraftName((0..<12).map { _ in alphabet[Int.random(in: 0..<36, using: &generator)] })
  }

  /// Returns the existing paths that are this one with the end of a draft's name.
  static func paths(beginning path: String) -> [String] {
    ends(ofNamesIn: folder(of: path), beginning: fileName(of: path))
      .filter { DraftName(suffix: $0) != nil }.map { path + $0 }
  }

  private init(_ word: [UInt8]) {
    suffix = Self.start + String(decoding: word + Self.check(word), as: UTF8.self)
  }

  /// Parses the end of a draft's name; nil for any other.
  init?(suffix: String) {
    let bytes = Array(suffix.utf8)
    guard bytes.count == Self.start.utf8.count + 16, bytes.starts(with: Self.start.utf8) else {
      return nil
    }
    let word = bytes[Self.start.utf8.count...].prefix(12)
    guard word.allSatisfy(Self.alphabet.contains), Self.check(word) == Array(bytes.suffix(4)) else {
      return nil
    }
    self.suffix = suffix
  }

  /// Returns four letters and digits computed from the FNV-1a hash of the word.
  private static func check(_ word: some Sequence<UInt8>) -> [UInt8] {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (0..<4).map { _ in
      defer { hash /= 36 }
      return alphabet[Int(hash % 36)]
    }
  }
}

/// Returns the names in a folder that begin like this, each without that beginning.
///
/// Names that are not UTF-8 have U+FFFD.
func ends(ofNamesIn folder: String, beginning: Substring = "") -> [String] {
  guard let entries = opendir(folder) else { return [] }
  defer { closedir(entries) }
  var ends: [String] = []
  while let entry = readdir(entries) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    guard name.starts(with: beginning.utf8) else { continue }
    ends.append(String(decoding: name.dropFirst(beginning.utf8.count), as: UTF8.self))
  }
  return ends
}
