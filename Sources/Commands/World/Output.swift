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
