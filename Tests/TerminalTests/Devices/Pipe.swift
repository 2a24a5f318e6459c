import Glibc
import Testing

/// A pipe, closed with it.
final class Pipe {
  /// What is written comes out here.
  let end: Int32
  let entrance: Int32
  private var isEndOpen = true
  private var isEntranceOpen = true

  init() throws {
    var ends: [Int32] = [-1, -1]
    // Swift's Glibc module leaves pipe2(2) out, and children of other tests must not hold an end.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    (end, entrance) = (ends[0], ends[1])
  }

  deinit {
    closeEnd()
    closeEntrance()
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(entrance, bytes, bytes.count)
  }

  func closeEntrance() {
    guard isEntranceOpen else { return }
    isEntranceOpen = false
    close(entrance)
  }

  func closeEnd() {
    guard isEndOpen else { return }
    isEndOpen = false
    close(end)
  }
}
