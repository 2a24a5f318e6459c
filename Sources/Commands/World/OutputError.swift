import Glibc

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
