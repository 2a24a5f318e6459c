import Glibc
import SQLite

/// An empty file beside a log, which every writer opens and closes after an append.
///
/// Opening it is the ring: inotify(7) notifies the listeners, and nothing is written to a disk.
/// Writers ring after COMMIT, when the new events are readable; the log's own files change before
/// that. A missing bell, or one that cannot be rung, only makes followers slower.
package struct Doorbell: Sendable {
  package let path: String
  private let log: String
  private let disk: Disk

  /// The path of the log must be without links.
  init(ofLog path: String, disk: Disk) {
    self.path = path + "-bell"
    log = path
    self.disk = disk
  }

  /// Notifies all followers of the log.
  ///
  /// It needs two system calls if the bell exists.
  package func ring() {
    if !touch(), errno == ENOENT, create() { touch() }
  }

  /// Creates the bell file with the owner and permissions of the log; returns true also if it
  /// already exists.
  @discardableResult
  func create() -> Bool {
    do {
      try disk.makeFile(path)
      // All users of the log ring it, whoever creates it.
      if let log = FileStatus(log) { log.shareOwner(with: path, permissions: log.permissions) }
      return true
    } catch {
      return error.number == EEXIST
    }
  }

  @discardableResult
  private func touch() -> Bool {
    // The flags reject a link, and prevent a writer from waiting for a pipe put in its place.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    close(file)
    return true
  }
}

/// One inotify(7) watch on a doorbell; it closes its own descriptors.
final class DoorbellListener {
  /// Readable after a ring.
  let file: Int32
  private let bell: Doorbell
  private var watch: Int32 = -1

  /// Listens from now on; `nil` if the system has no inotify instance left.
  ///
  /// "EMFILE: the user limit on the total number of inotify instances has been reached"
  /// (inotify_init(2)).
  init?(to bell: Doorbell) {
    file = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    self.bell = bell
    if file < 0 { return nil }
    listen()
  }

  deinit { if file >= 0 { close(file) } }

  /// Whether the bell exists and is watched.
  var isListening: Bool { watch >= 0 }

  /// Starts to listen, if it does not yet; creates the bell if it is missing and can be created.
  @discardableResult
  func listen() -> Bool {
    if isListening { return true }
    let events = UInt32(IN_OPEN | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_DONT_FOLLOW)
    watch = inotify_add_watch(file, bell.path, events)
    if watch < 0, errno == ENOENT, bell.create() {
      watch = inotify_add_watch(file, bell.path, events)
    }
    return isListening
  }

  /// Reads all queued rings.
  ///
  /// A bell that was deleted or moved away is created and watched again. It counts as rung, because
  /// it may have been rung in between. A queue that overflowed counts as rung, too.
  func drain() -> Bool {
    var isRung = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      var mayHaveMore = true
      // A read of at most half the buffer has emptied the queue: none of the events has a name.
      while mayHaveMore {
        let count = read(file, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        isRung = true
        mayHaveMore = count > buffer.count / 2
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(file, event.wd) }
          if event.mask & UInt32(IN_IGNORED) != 0, event.wd == watch { watch = -1 }
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    listen()
    return isRung
  }
}
