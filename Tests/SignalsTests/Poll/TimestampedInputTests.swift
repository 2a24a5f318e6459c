import Foundation
import ProcessTestSupport
import SignalsPoll
import Testing

struct TimestampedInputTests {
  private func drain(_ input: TimestampedInput<Int>) throws -> [TimestampedInput<Int>.Element] {
    var waiting = pollfd(fd: input.file, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, Int32(Child.timeout * 1000)) == 1)
    return input.drain()
  }

  /// The bytes as texts, each with the time of its arrival.
  private func pieces(_ elements: [TimestampedInput<Int>.Element]) -> [String] {
    elements.compactMap { element in
      guard case .bytes(let bytes, let time) = element else { return nil }
      return "\(String(decoding: bytes, as: UTF8.self)) at \(time)"
    }
  }

  private func isEnd(_ element: TimestampedInput<Int>.Element?, errno number: Int32?) -> Bool {
    guard case .end(let failure) = element else { return false }
    return failure?.errno == number
  }

  @Test func `arrived bytes are drained even before the thread runs`() throws {
    for _ in 0..<1000 {
      let keyboard = try SocketPair()
      let input = try #require(TimestampedInput(keyboard.readEnd) { 0 })
      keyboard.write("x")
      #expect(pieces(input.drain()) == ["x at 0"])
    }
  }

  @Test func `a failed read ends the input with its errno`() throws {
    let folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    #expect(isEnd(try drain(#require(TimestampedInput(folder) { 0 })).first, errno: EISDIR))
  }

  @Test func `a long input is read completely, and at most 128 KiB ahead`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/input"
    let all = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try Data(all).write(to: URL(fileURLWithPath: path))
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let input = try #require(TimestampedInput(file) { 0 })
    var bytes: [UInt8] = []
    var hasEnded = false
    while !hasEnded {
      var count = 0
      for element in try drain(input) {
        switch element {
        case .bytes(let piece, _):
          bytes += piece
          count += piece.count
        case .end(let failure):
          #expect(failure == nil)
          hasEnded = true
        }
      }
      #expect(count <= 2 << 16)
    }
    #expect(bytes == all)
  }

  @Test func `bytes that arrive after the release stay in the file`() throws {
    let keyboard = try SocketPair()
    _ = try #require(TimestampedInput(keyboard.readEnd) { 0 })
    keyboard.write("later")
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = read(keyboard.readEnd, &bytes, bytes.count)
    #expect(bytes.prefix(max(0, count)).elementsEqual("later".utf8))
  }
}
