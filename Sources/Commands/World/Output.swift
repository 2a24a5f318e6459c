import Glibc

/// What a command prints, gathered in one buffer and written to a file descriptor in large pieces.
///
/// SIGPIPE has to be ignored by the process, else a reader that closes its pipe kills it before
/// `readerClosed` is thrown. Nothing is written but by `drain` and `flush`: a command that fails
/// before its first one has printed nothing.
package struct Output: ~Copyable {
  /// What was printed and not yet written.
  package var bytes: [UInt8] = []
  private let descriptor: Int32

  /// How many bytes are gathered before `drain` writes them.
  package static let fullAt = 1 << 16

  /// Makes an output.
  ///
  /// - Parameter descriptor: an open file descriptor, which stays the caller's to close.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes when the buffer is full: to be called after each row of many.
  package mutating func drain() throws(OutputError) {
    if bytes.count >= Self.fullAt { try flush() }
  }

  /// Writes all that was printed.
  ///
  /// - Throws: why not all was written; what was not is dropped, so that a later flush does not
  ///   write a document with a hole.
  package mutating func flush() throws(OutputError) {
    defer { bytes.removeAll(keepingCapacity: true) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      if count >= 0 {
        written += count
      } else {
        try recover(from: errno)
      }
    }
  }

  /// Goes on after a signal, waits for a descriptor that does not block, gives up on all else.
  private func recover(from code: Int32) throws(OutputError) {
    switch code {
    case EINTR: return
    case EAGAIN:
      // Somebody who shares the terminal or pipe made it non-blocking.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&waiting, 1, -1)
    case EPIPE: throw .readerClosed
    case ENOSPC, EDQUOT, EFBIG: throw .diskFull
    default: throw .failed(errno: code)
    }
  }
}
