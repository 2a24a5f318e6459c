import Glibc

/// Why output could not be written.
package enum OutputError: Error, Hashable {
  /// The reader closed the pipe: exit 141, without a word.
  case readerClosed
  /// The disk, or the user's share of it, is full.
  case diskFull
  /// Anything else, with its `errno`.
  case failed(errno: Int32)

  init(errno: Int32) {
    switch errno {
    case EPIPE: self = .readerClosed
    case ENOSPC, EDQUOT, EFBIG: self = .diskFull
    default: self = .failed(errno: errno)
    }
  }
}
