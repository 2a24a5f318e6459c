import Glibc

/// The buffered output of a command, written to a file descriptor in large pieces.
///
/// The process must ignore SIGPIPE; otherwise a reader that closes the pipe kills it before
/// `readerClosed` is thrown. Only `drain` and `flush` write, and in the mode `whole` only `flush`:
/// a command that fails before prints nothing.
package struct Output: ~Copyable {
  /// The time at which output becomes visible.
  package enum Mode {
    /// Output is written while the command runs.
    case stream
    /// Output is written at the end; what does not fit into memory is kept in a file of this
    /// folder.
    case whole(spoolFolder: String)
  }

  /// The bytes not yet written.
  package var bytes: [UInt8] = []
  private let descriptor: Int32
  private let mode: Mode
  private var spool: Spool?

  /// The number of bytes at which `drain` writes a stream.
  package static let fullAt = 1 << 16
  /// The number of bytes of a `whole` output that are kept in memory.
  package static let spooledAt = 1 << 20

  /// Creates an output to an open descriptor, which the caller closes.
  package init(descriptor: Int32, mode: Mode = .stream) {
    self.descriptor = descriptor
    self.mode = mode
  }

  /// Empties the buffer if it is full; call it after each of many rows.
  package mutating func drain() throws(OutputError) {
    switch mode {
    case .stream:
      if bytes.count >= Self.fullAt { try flush() }
    case .whole(let folder):
      guard bytes.count >= Self.spooledAt else { return }
      if spool == nil { spool = try Spool(in: folder) }
      if let spooled = spool?.descriptor { try empty(to: spooled) }
    }
  }

  /// Writes all output.
  ///
  /// After an error the unwritten bytes are dropped, so that a later flush does not write a
  /// document with a gap.
  package mutating func flush() throws(OutputError) {
    guard let spooled = spool?.descriptor else { return try empty(to: descriptor) }
    try empty(to: spooled)
    defer {
      bytes.removeAll()
      spool = nil
    }
    var position: off_t = 0
    bytes = Array(repeating: 0, count: Self.spooledAt)
    while true {
      let count = pread(spooled, &bytes, Self.spooledAt, position)
      if count == 0 { return }
      if count > 0 {
        try bytes.withUnsafeBufferPointer { all throws(OutputError) in
          try Self.write(UnsafeBufferPointer(rebasing: all[..<count]), to: descriptor)
        }
        position += off_t(count)
      } else if errno != EINTR {
        throw OutputError(errno: errno)
      }
    }
  }

  private mutating func empty(to descriptor: Int32) throws(OutputError) {
    defer { bytes.removeAll(keepingCapacity: true) }
    try bytes.withUnsafeBufferPointer { all throws(OutputError) in
      try Self.write(all, to: descriptor)
    }
  }

  private static func write(
    _ all: UnsafeBufferPointer<UInt8>, to descriptor: Int32
  ) throws(OutputError) {
    var rest = all[...]
    while !rest.isEmpty {
      let piece = UnsafeBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process that shares the terminal or pipe has made it non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw OutputError(errno: errno)
      }
    }
  }
}

/// The reason why output could not be written.
package enum OutputError: Error, Hashable {
  /// The reader closed the pipe; the program ends silently with exit code 141.
  case readerClosed
  /// The disk or the user's quota is full, or the file has reached its size limit.
  case noRoom(errno: Int32)
  case failed(errno: Int32)

  package init(errno: Int32) {
    switch errno {
    case EPIPE: self = .readerClosed
    case ENOSPC, EDQUOT, EFBIG: self = .noRoom(errno: errno)
    default: self = .failed(errno: errno)
    }
  }

  /// The name of the failure for scripts.
  package var kind: String {
    switch self {
    case .readerClosed: "reader_closed"
    case .noRoom: "disk_full"
    case .failed(EMFILE), .failed(ENFILE): "too_many_files"
    case .failed(ENOMEM): "no_memory"
    case .failed: "input_output"
    }
  }

  /// The reason in English, a clause without a full stop.
  package var reason: String {
    switch self {
    case .readerClosed: "nobody reads it"
    case .noRoom(EDQUOT): "the quota on the disk is used up"
    case .noRoom(EFBIG): "the file has reached the size limit for files, see 'ulimit -f'"
    case .noRoom: "the disk is full"
    case .failed(let number): systemMessage(number)
    }
  }
}

/// A temporary file without a name for data too large for memory.
///
/// It disappears with its owner, or with the process.
package struct Spool: ~Copyable {
  package let descriptor: Int32

  /// Creates an empty file in a folder with free space.
  ///
  /// On file systems without unnamed files, a named one is created and unlinked immediately.
  package init(in folder: String) throws(OutputError) {
    // open(2): "O_TMPFILE … must be specified with one of O_RDWR or O_WRONLY". Swift does not
    // import Glibc's macro for it, __O_TMPFILE | O_DIRECTORY.
    var opened = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
    if opened < 0 {
      var path = Array("\(folder)/laptimer.XXXXXX\0".utf8.map { CChar(bitPattern: $0) })
      opened = mkstemp(&path)
      if opened >= 0 {
        _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
        unlink(path)
      }
    }
    guard opened >= 0 else { throw OutputError(errno: errno) }
    descriptor = opened
  }

  deinit { close(descriptor) }
}

/// Occupies the descriptors 0 to 2 that the caller has closed, so that no other file gets one.
///
/// Reads and writes of these descriptors then fail with EBADF: "Other file operations (e.g.,
/// read(2), write(2), …) fail with the error EBADF" (open(2), O_PATH).
package func occupyClosedStreams() {
  for descriptor in 0...2 where fcntl(Int32(descriptor), F_GETFD) == -1 {
    // The lowest free descriptor is this one. Swift does not import Glibc's O_PATH. The root folder
    // exists in every chroot.
    _ = open("/", 0o10_000_000)
  }
}
