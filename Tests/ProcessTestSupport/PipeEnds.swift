import Foundation
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
  static func readToEnd(_ file: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&waiting, 1, Int32(Child.timeout * 1000))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return all }
      let count = read(file, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return all }
      all += bytes[..<count]
    }
  }
}
