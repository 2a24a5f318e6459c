import Glibc

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
    if watch < 0, errno == ENOENT, bell.hang() {
      watch = inotify_add_watch(file, bell.path, events)
    }
    return isListening
  }

  /// Reads all queued rings.
  ///
  /// A bell that was deleted or moved away is created and watched again. It counts as rung, because
  /// it may have been rung in between. A queue that overflowed counts as rung, too.
  ///
  /// - Returns: whether there was a ring.
  func drain() -> Bool {
    var heard = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      var mayHaveMore = true
      // A read of at most half the buffer has emptied the queue: none of the events has a name.
      while mayHaveMore {
        let count = read(file, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        heard = true
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
    return heard
  }
}

@available(*, unavailable)
extension DoorbellListener: Sendable {}
