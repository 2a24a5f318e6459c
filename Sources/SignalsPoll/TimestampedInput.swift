import CLinux
import Glibc

/// Reads a file in a thread of its own, which takes a timestamp whenever bytes arrive.
///
/// Bytes that arrive while the program waits for a lock or a disk have the time of their arrival.
/// The bytes read ahead are limited; the rest stay in the file until there is room, and get the
/// time at which they are read.
package final class TimestampedInput<Timestamp: Sendable> {
  /// The result of a read.
  package enum Element: Sendable {
    /// Bytes, with a timestamp taken directly before they were read.
    case bytes([UInt8], Timestamp)
    /// The end of the input, or its failure; nothing follows.
    case end(Failure?)
  }

  /// A failed read.
  package struct Failure: Error, Sendable {
    package let errno: Int32
  }

  private let queue: InputQueue<Timestamp>
  private let thread: pthread_t

  /// Starts reading; nil if the system has no thread or file left.
  ///
  /// Block signals before: each thread has its own signal mask.
  ///
  /// - Parameters:
  ///   - input: an open file, which must stay open during the life of this object.
  ///   - timestamp: returns the present time.
  package init?(_ input: Int32, timestamp: @escaping @Sendable () -> Timestamp) {
    guard let queue = InputQueue(input, timestamp), let thread = startThread(queue.run) else {
      return nil
    }
    self.queue = queue
    self.thread = thread
  }

  deinit {
    queue.stop()
    pthread_join(thread, nil)
  }

  /// A file that is readable while something has arrived.
  package var file: Int32 { queue.filled.file }

  /// Removes and returns everything that has arrived; nothing if there is none.
  package func drain() -> [Element] { queue.drain() }
}

/// The elements of an input that have been read and not yet removed.
private final class InputQueue<Timestamp: Sendable>: Sendable {
  typealias Element = TimestampedInput<Timestamp>.Element

  /// Readable while there are elements.
  let filled: EventFile
  /// Readable if the thread has to check its state.
  private let changed: EventFile
  private let input: Int32
  private let timestamp: @Sendable () -> Timestamp
  private let state = Guarded(State())

  private struct State {
    var elements: [Element] = []
    var byteCount = 0
    var hasEnded = false
    var isStopped = false
    var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Whether another read is within the limits of memory.
    var hasRoom: Bool { byteCount < 1 << 16 && elements.count < 1 << 12 }
  }

  init?(_ input: Int32, _ timestamp: @escaping @Sendable () -> Timestamp) {
    guard let filled = EventFile(), let changed = EventFile() else { return nil }
    self.filled = filled
    self.changed = changed
    self.input = input
    self.timestamp = timestamp
  }

  /// Reads until the end of the input or until stopped.
  @Sendable func run() {
    while true {
      let (isOver, hasRoom) = state.withLock { ($0.isStopped || $0.hasEnded, $0.hasRoom) }
      if isOver { return }
      // poll(2) ignores a negative descriptor.
      var files = [
        pollfd(fd: hasRoom ? input : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: changed.file, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&files, 2, -1) > 0 else { continue }
      if files[1].revents != 0 { changed.reset() }
      if files[0].revents != 0 { state.withLock { receive(&$0) } }
    }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    changed.set()
  }

  func drain() -> [Element] {
    state.withLock { state in
      // The thread may not have run yet. It alone reads while there are elements.
      if state.elements.isEmpty { receive(&state) }
      guard !state.elements.isEmpty else { return [] }
      if !state.hasRoom { changed.set() }
      filled.reset()
      state.byteCount = 0
      defer { state.elements.removeAll() }
      return state.elements
    }
  }

  /// Reads what has arrived, without waiting.
  private func receive(_ state: inout State) {
    guard !state.hasEnded, state.hasRoom else { return }
    var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) > 0 else { return }
    let now = timestamp()
    let count = read(input, &state.buffer, state.buffer.count)
    if count > 0 {
      state.elements.append(.bytes(Array(state.buffer[..<count]), now))
      state.byteCount += count
    } else if count == 0 {
      state.elements.append(.end(nil))
      state.hasEnded = true
    } else if errno == EINTR || errno == EAGAIN {
      return
    } else {
      state.elements.append(.end(TimestampedInput.Failure(errno: errno)))
      state.hasEnded = true
    }
    filled.set()
  }
}

/// A file that is readable while it is set.
private final class EventFile: Sendable {
  let file: Int32

  init?() {
    file = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard file >= 0 else { return nil }
  }

  // A failed init runs the deinit too; its errno must survive.
  deinit { if file >= 0 { close(file) } }

  func set() { eventfd_write(file, 1) }

  func reset() {
    var count: eventfd_t = 0
    eventfd_read(file, &count)
  }
}

/// Starts a thread; nil, with `errno`, if the system has none left.
private func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
  let context = Unmanaged.passRetained(ThreadBody(run: body))
  var thread = pthread_t()
  let number = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, context.toOpaque())
  guard number == 0 else {
    context.release()
    errno = number
    return nil
  }
  return thread
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

@available(*, unavailable)
extension TimestampedInput: Sendable {}
