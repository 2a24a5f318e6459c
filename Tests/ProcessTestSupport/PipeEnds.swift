import Glibc

/// The parent's ends of a child's pipes.
final class PipeEnds: @unchecked Sendable {
  // `Child` sets these in its initializer. Afterwards only the writer of the input changes one.
  var input: Int32 = -1
  var output: Int32 = -1
  var errors: Int32 = -1

  deinit {
    closeInput()
    for file in [output, errors] where file >= 0 { close(file) }
  }

  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Reads until the end, or until no byte arrives within ``Child/timeout``.
  static func readToEnd(_ file: Int32) -> [UInt8] { readToEnd([file])[0] }

  /// Reads several pipes at once until the end of each, or until no byte arrives within
  /// ``Child/timeout``.
  ///
  /// One after the other, a child that fills a later pipe would wait for the reader, and the reader
  /// for the child.
  static func readToEnd(_ files: [Int32]) -> [[UInt8]] {
    var all: [[UInt8]] = files.map { _ in [] }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    // poll(2) ignores negative descriptors.
    var waiting = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while waiting.contains(where: { $0.fd >= 0 }) {
      let ready = poll(&waiting, nfds_t(waiting.count), Int32(Child.timeout * 1000))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return all }
      for index in waiting.indices where waiting[index].fd >= 0 && waiting[index].revents != 0 {
        let count = read(waiting[index].fd, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        if count > 0 { all[index] += bytes[..<count] } else { waiting[index].fd = -1 }
      }
    }
    return all
  }
}
