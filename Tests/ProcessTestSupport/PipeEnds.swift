import Foundation
import Glibc

/// The ends of a child's pipes that are kept here.
final class PipeEnds: @unchecked Sendable {
  // Set before the child is handed out; closed by the one who writes.
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

  /// Reads until the end, or until nothing has come for as long as anything is waited for.
  static func readToEnd(_ file: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&waiting, 1, Int32(Child.patience * 1000))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return all }
      let count = read(file, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return all }
      all += bytes[..<count]
    }
  }
}
