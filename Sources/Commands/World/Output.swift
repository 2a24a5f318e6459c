import Glibc

/// What a command prints, gathered in one buffer and written to a file descriptor in large pieces.
///
/// SIGPIPE has to be ignored by the process, else a reader that closes its pipe kills it before
/// `readerClosed` is thrown. Nothing is written but by `drain` and `flush`, and a whole output
/// writes by `flush` alone: a command that fails before has printed nothing.
package struct Output: ~Copyable {
  /// When what is printed may be seen.
  package enum Mode {
    /// As it is printed: for what has no end, or is read line by line.
    case stream
    /// All of it or nothing: what does not fit into memory waits in a file of this folder.
    case whole(spoolFolder: String)
  }

  /// What was printed and not yet written.
  package var bytes: [UInt8] = []
  private let descriptor: Int32
  private let mode: Mode
  private var spool: Spool?

  /// How many bytes are gathered before `drain` writes them.
  package static let fullAt = 1 << 16
  /// How many bytes of a whole output are kept in memory.
  package static let spooledAt = 1 << 20

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - descriptor: an open file descriptor, which stays the caller's to close.
  ///   - mode: whether it is seen as it comes, or when it is whole.
  package init(descriptor: Int32, mode: Mode = .stream) {
    self.descriptor = descriptor
    self.mode = mode
  }

  /// Makes room when the buffer is full: to be called after each row of many.
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

  /// Writes all that was printed.
  ///
  /// - Throws: why not all was written; what was not is dropped, so that a later flush does not
  ///   write a document with a hole.
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
        // Somebody who shares the terminal or pipe made it non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw OutputError(errno: errno)
      }
    }
  }
}

/// Why output could not be written.
package enum OutputError: Error, Hashable {
  /// The reader closed the pipe: exit 141, without a word.
  case readerClosed
  /// The disk, or the user's share of it, is full, or the file is as long as it may be.
  case noRoom(errno: Int32)
  /// Anything else, with its `errno`.
  case failed(errno: Int32)

  init(errno: Int32) {
    switch errno {
    case EPIPE: self = .readerClosed
    case ENOSPC, EDQUOT, EFBIG: self = .noRoom(errno: errno)
    default: self = .failed(errno: errno)
    }
  }

  /// The name of the failure, as scripts see it.
  var kind: String {
    switch self {
    case .readerClosed: "reader_closed"
    case .noRoom: "disk_full"
    case .failed(EMFILE), .failed(ENFILE): "too_many_files"
    case .failed(ENOMEM): "no_memory"
    case .failed: "input_output"
    }
  }

  /// What the system refused, without an end of the sentence.
  var reason: String {
    switch self {
    case .readerClosed: "nobody reads it"
    case .noRoom(EDQUOT): "the quota on the disk is used up"
    case .noRoom(EFBIG): "the file has come to the limit on the length of files, see 'ulimit -f'"
    case .noRoom: "the disk is full"
    case .failed(let number): systemMessage(number)
    }
  }
}

/// A file without a name for what is too much to be kept in memory; gone with its owner, or with
/// the process however it ends.
struct Spool: ~Copyable {
  let descriptor: Int32

  /// Makes an empty one.
  ///
  /// - Parameter folder: where there is room; some file systems lend no file without a name, and
  ///   one with a name is then made and unlinked at once.
  /// - Throws: why there is none.
  init(in folder: String) throws(OutputError) {
    // open(2): "O_TMPFILE … must be specified with one of O_RDWR or O_WRONLY"; Glibc's macro for
    // it is none that Swift imports: __O_TMPFILE | O_DIRECTORY.
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
