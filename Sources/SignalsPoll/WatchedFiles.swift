import CLinux
import Glibc

/// The files of an event loop, watched by epoll(7), with the actions that wait for them.
///
/// epoll(7) knows a file by its descriptor and its open file description together: a listener of a
/// closed file is not called for the file that gets its number next.
struct WatchedFiles: ~Copyable {
  /// An action that waits for events of a file.
  final class Listener {
    fileprivate let id: UInt32
    fileprivate let file: Int32
    fileprivate let events: UInt32
    /// The action; nil once the listener is removed.
    var action: (() -> Void)?

    fileprivate init(_ id: UInt32, _ file: Int32, _ events: UInt32, _ action: @escaping () -> Void)
    {
      (self.id, self.file, self.events, self.action) = (id, file, events, action)
    }
  }

  /// A descriptor that epoll(7) watches.
  private struct File {
    /// The first listener's id, which the events carry: a number may be that of an older file.
    let id: UInt32
    var listeners: [Listener]

    func event(_ descriptor: Int32) -> epoll_event {
      let events = listeners.reduce(0) { $0 | $1.events }
      let data = UInt64(id) << 32 | UInt64(UInt32(bitPattern: descriptor))
      return epoll_event(events: events, data: epoll_data_t(u64: data))
    }
  }

  /// The `errno` of the first failure to watch or to wait; nil if there is none.
  private(set) var failure: Int32?
  private var epoll: Int32
  private var files: [Int32: File] = [:]
  /// The listeners of files that are always ready: regular files and closed descriptors.
  private var alwaysReady: [Listener] = []
  private var lastID: UInt32 = 0
  private var buffer = [epoll_event](repeating: epoll_event(), count: 64)

  /// Creates an empty set; nil, with `errno`, if the system has no file left.
  init?() {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { return nil }
  }

  // A failed init runs the deinit too; its errno must survive.
  deinit { if epoll >= 0 { close(epoll) } }

  /// Adds an action for events of a file; errors and hang-ups are always among them.
  mutating func add(
    _ descriptor: Int32, _ events: EPOLL_EVENTS, _ action: @escaping () -> Void
  ) -> Listener {
    lastID &+= 1
    let listener = Listener(lastID, descriptor, events.rawValue, action)
    if var file = files[descriptor] {
      file.listeners.append(listener)
      if control(EPOLL_CTL_MOD, descriptor, file) {
        files[descriptor] = file
        return listener
      }
      // The file was closed, and the number is that of another one.
    }
    let file = File(id: lastID, listeners: [listener])
    files[descriptor] = nil
    if control(EPOLL_CTL_ADD, descriptor, file) {
      files[descriptor] = file
    } else if errno == EBADF || errno == EPERM {
      // "EPERM: The target file fd does not support epoll" (epoll_ctl(2)). As in poll(2), it can
      // always be read and written, and a closed descriptor reports an error.
      if errno == EBADF || events.rawValue != 0 { alwaysReady.append(listener) }
    } else {
      failure = failure ?? errno
    }
    return listener
  }

  /// Removes a listener; its file may be closed already.
  mutating func remove(_ listener: Listener) {
    alwaysReady.removeAll { $0 === listener }
    guard var file = files[listener.file],
      let index = file.listeners.firstIndex(where: { $0 === listener })
    else { return }
    file.listeners.remove(at: index)
    let isLast = file.listeners.isEmpty
    files[listener.file] = isLast ? nil : file
    _ = control(isLast ? EPOLL_CTL_DEL : EPOLL_CTL_MOD, listener.file, file)
  }

  /// Waits until files are ready, and returns their listeners in the order in which they were added;
  /// nothing after an interrupted wait or a failure.
  ///
  /// - Complexity: O(k log k) in the ready listeners.
  mutating func wait() -> [Listener] {
    let count = epoll_wait(epoll, &buffer, Int32(buffer.count), alwaysReady.isEmpty ? -1 : 0)
    guard count >= 0 else {
      if errno != EINTR { failure = failure ?? errno }
      return []
    }
    var ready = alwaysReady
    var isStale = false
    for event in buffer[..<Int(count)] {
      let data = event.data.u64
      guard let file = files[Int32(truncatingIfNeeded: data)], file.id == data >> 32 else {
        isStale = true
        continue
      }
      let always = EPOLLERR.rawValue | EPOLLHUP.rawValue
      ready += file.listeners.filter { event.events & ($0.events | always) != 0 }
    }
    if isStale { renew() }
    return ready.sorted { $0.id < $1.id }
  }

  /// Leaves the files behind that cannot be removed: "closing a file descriptor referring to an open
  /// file description […] does not" remove it "if other file descriptors referring to the same open
  /// file description are still open" (epoll(7)).
  private mutating func renew() {
    let new = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard new >= 0 else {
      failure = failure ?? errno
      return
    }
    close(epoll)
    epoll = new
    for (descriptor, file) in files { _ = control(EPOLL_CTL_ADD, descriptor, file) }
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ file: borrowing File) -> Bool {
    var event = file.event(descriptor)
    return epoll_ctl(epoll, operation, descriptor, &event) == 0
  }
}
