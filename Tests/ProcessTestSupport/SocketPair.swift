import Foundation

/// A pair of connected sockets used as a pipe, closed when released.
package final class SocketPair {
  package let readEnd: Int32
  package let writeEnd: Int32
  private var isReadEndOpen = true
  private var isWriteEndOpen = true

  /// The system has no sockets left.
  package struct Failure: Error { package let errno: Int32 }

  /// Creates a pair.
  ///
  /// - Parameter keepsWritesApart: whether a read returns no more than one write. A read of a
  ///   stream may also return bytes that are written during the read.
  /// - Throws: `Failure`.
  package init(keepsWritesApart: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    // Swift's Glibc module lacks pipe2(2), and children of other tests must not inherit an end.
    let kind = keepsWritesApart ? SOCK_SEQPACKET : SOCK_STREAM
    guard socketpair(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Failure(errno: errno)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  package func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(writeEnd, bytes, bytes.count)
  }

  /// Waits until all bytes are read.
  ///
  /// - Throws: `Failure` if bytes are left at the timeout.
  package func waitUntilRead() throws {
    let deadline = Date(timeIntervalSinceNow: Child.timeout)
    var left: Int32 = 1
    while left > 0 {
      guard ioctl(readEnd, UInt(FIONREAD), &left) == 0 else { throw Failure(errno: errno) }
      guard Date() < deadline else { throw Failure(errno: ETIMEDOUT) }
      sched_yield()
    }
  }

  package func closeWriteEnd() {
    guard isWriteEndOpen else { return }
    isWriteEndOpen = false
    close(writeEnd)
  }

  package func closeReadEnd() {
    guard isReadEndOpen else { return }
    isReadEndOpen = false
    close(readEnd)
  }
}
